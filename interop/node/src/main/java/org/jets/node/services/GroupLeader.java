package org.jets.node.services;

import java.nio.charset.CharacterCodingException;
import java.util.function.Consumer;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of Erlang's I/O protocol. They come from processes of other nodes whose
 * group leader is on this node, since a call from here has started them. Their output goes to a
 * consumer of text, as far as it is text. Formatting is the group leader's task, and this class
 * does not format. So a call of {@code io:format} with arguments outputs the term. There is nothing
 * to read.
 *
 * @see <a href="https://www.erlang.org/doc/apps/stdlib/io_protocol.html">The Erlang I/O
 *     protocol</a>
 */
final class GroupLeader {
  private static final Atom IO_REQUEST = Atom.of("io_request");
  private static final Atom IO_REPLY = Atom.of("io_reply");
  private static final Atom PUT_CHARS = Atom.of("put_chars");
  private static final Atom REQUESTS = Atom.of("requests");
  private static final Atom ENOTSUP = Atom.of("enotsup");
  private static final Atom FORMAT = Atom.of("format");
  private static final Atom ENOMEM = Atom.of("enomem");

  /** The bytes of a request beside its text. */
  private static final int REQUEST_BYTES = 256;

  /** About the maximum of heap bytes that a byte of a sent term takes. */
  private static final int HEAP_BYTES = 8;

  private final Consumer<? super String> output;

  GroupLeader(Consumer<? super String> output) {
    this.output = output;
  }

  /** Returns <code>{io_request, From, ReplyAs, Request}</code>; null if a message is none. */
  static @Nullable Tuple requestIn(Term message) {
    return message instanceof Tuple tuple && tuple.arity() == 4 && tuple.element(1) == IO_REQUEST
        ? tuple
        : null;
  }

  /**
   * Returns about how many bytes of the heap a request takes.
   *
   * @param received how many bytes the message has
   */
  static long heapBytes(Tuple request, long received) {
    boolean isCompact =
        request.element(4) instanceof Tuple tuple
            && tuple.arity() > 1
            && tuple.element(tuple.arity()) instanceof Binary
            && request.element(3) instanceof Reference;
    return REQUEST_BYTES + (isCompact ? received : HEAP_BYTES * received);
  }

  /** Returns the answer to a request for which there is no room. */
  static Tuple refusal(Tuple request) {
    return Tuple.of(IO_REPLY, request.element(3), Tuple.of(Atom.ERROR, ENOMEM));
  }

  /** Serves a request, and returns the answer. */
  Tuple answer(Tuple request) {
    return Tuple.of(IO_REPLY, request.element(3), serve(request.element(4)));
  }

  private Term serve(Term request) {
    if (!(request instanceof Tuple tuple) || tuple.arity() < 2) {
      return Tuple.of(Atom.ERROR, ENOTSUP);
    }
    if (tuple.element(1) == PUT_CHARS) {
      output.accept(text(tuple));
      return Atom.OK;
    }
    if (tuple.element(1) == REQUESTS && tuple.element(2) instanceof ListTerm list) {
      return serveAll(list);
    }
    return Tuple.of(Atom.ERROR, ENOTSUP);
  }

  /**
   * Serves requests one after the other, up to the first that fails. They cannot be nested lists.
   */
  private Term serveAll(ListTerm requests) {
    for (Term request : requests) {
      if (!(request instanceof Tuple tuple) || tuple.arity() < 2 || tuple.element(1) != PUT_CHARS) {
        return Tuple.of(Atom.ERROR, ENOTSUP);
      }
      output.accept(text(tuple));
    }
    return Atom.OK;
  }

  /**
   * Returns the text of a request. This is the last element of <code>{put_chars, Chars}</code> and
   * <code>{put_chars, Encoding, Chars}</code>. For <code>{put_chars, Encoding, Module, Function,
   * Args}</code> it is the arguments.
   */
  private static String text(Tuple request) {
    Term last = request.element(request.arity());
    if (request.arity() >= 4
        && request.element(request.arity() - 1) == FORMAT
        && last instanceof ListTerm arguments
        && arguments.size() == 2
        && arguments.isProper()
        && arguments.get(1).equals(ListTerm.empty())) {
      return characters(arguments.get(0));
    }
    return characters(last);
  }

  private static String characters(Term chars) {
    if (chars instanceof Binary binary) {
      try {
        return binary.toText();
      } catch (CharacterCodingException e) {
        return chars.toString();
      }
    }
    return chars instanceof ListTerm list
        ? list.toText().orElse(chars.toString())
        : chars.toString();
  }
}
