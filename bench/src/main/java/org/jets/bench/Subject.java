package org.jets.bench;

/** What takes a time that can be measured. */
sealed interface Subject permits Trial, ErlangQuestion {}
