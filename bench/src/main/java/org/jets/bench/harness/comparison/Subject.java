package org.jets.bench.harness.comparison;

/** What takes a time that can be measured. */
public sealed interface Subject permits Trial, ErlangQuestion {}
