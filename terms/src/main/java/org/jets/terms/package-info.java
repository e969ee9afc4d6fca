/**
 * Erlang's terms as immutable Java values, with their order, equality, hashes, external format and
 * text.
 *
 * <p>Read {@link org.jets.terms.Term} first, a sealed interface with one sealed type for each of
 * Erlang's types. Factories are named {@code of}. {@link org.jets.terms.Term#of Term.of} converts
 * from plain Java values, and {@link org.jets.terms.Term#toJava toJava} converts to them.
 *
 * <h2>Orders and equalities</h2>
 *
 * <table>
 * <caption>Which comparison is used where</caption>
 * <tr><th>Java</th><th>Erlang</th><th>1 and 1.0</th><th>0.0 and -0.0</th><th>used for</th></tr>
 * <tr><td>{@link org.jets.terms.Term#equals equals}</td><td>{@code =:=}</td><td>differ</td>
 *     <td>differ</td><td>keys of maps, of {@code set} and {@code bag} tables, and of Java's
 *     collections</td></tr>
 * <tr><td>{@link org.jets.terms.TermOrder#STANDARD STANDARD}</td><td>{@code ==}, {@code <}</td>
 *     <td>equal</td><td>equal</td><td>keys of {@code ordered_set} tables, sorting</td></tr>
 * <tr><td>{@link org.jets.terms.TermOrder#EXACT EXACT}</td><td>order of the keys of maps</td>
 *     <td>every integer before every float</td><td>-0.0 first</td><td>agrees with {@code
 *     equals}</td></tr>
 * </table>
 *
 * <p>In both orders, the types come in this sequence: number, atom, reference, fun, port, pid,
 * tuple, native record, map, {@code []}, non-empty list, bitstring. Where releases of Erlang/OTP
 * differ, jets follows OTP 29.
 *
 * <h2>Text and bytes</h2>
 *
 * <p>{@link org.jets.terms.ExternalTermFormat} reads and writes the bytes of {@code
 * term_to_binary}, {@link org.jets.terms.TermParser} reads terms as {@code file:consult} does, and
 * {@link org.jets.terms.TermPrinter} writes them as {@code io_lib:format} does. {@link
 * org.jets.terms.Phash2} is the hash that all Erlang nodes agree on. {@link
 * org.jets.terms.ordered.OrderedBytes} makes bytes whose order is the standard order.
 *
 * <h2>Common rules</h2>
 *
 * <ul>
 *   <li>No method recurses over a term without bound.
 *   <li>All classes are safe for use by several threads, except encoders, decoders and {@link
 *       org.jets.terms.ListTerm.Runs}.
 *   <li>A {@code null} argument causes a {@link java.lang.NullPointerException} that names the
 *       argument.
 *   <li>Readers of input have limits. Each reader throws one class of exception for all faults of
 *       its input.
 * </ul>
 */
@NullMarked
package org.jets.terms;

import org.jspecify.annotations.NullMarked;
