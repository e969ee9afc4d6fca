/** The benchmarks of jets, each beside its rivals in one run. */
@NullMarked
package org.jets.bench;

import org.jspecify.annotations.NullMarked;
