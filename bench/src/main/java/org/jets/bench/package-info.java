/** The benchmarks of jets, each beside its rivals in one run, and the demo. */
@NullMarked
package org.jets.bench;

import org.jspecify.annotations.NullMarked;
