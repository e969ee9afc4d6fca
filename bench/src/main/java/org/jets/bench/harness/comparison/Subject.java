package org.jets.bench.harness.comparison;

/** A function or a question whose time can be measured. */
public sealed interface Subject permits Trial, ErlangQuestion {}
