package org.jets.ets.argument;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Erlang's names for errors of files. */
public final class PosixError {
  /** The message of an error about a file that is too large for Java's arrays. */
  public static final String TOO_LARGE = "File too large";

  /**
   * Erlang's names by the messages of the system, for errors without a Java exception of their own.
   */
  private static final Map<String, String> BY_TEXT =
      Map.ofEntries(
          Map.entry("Disk quota exceeded", "edquot"),
          Map.entry("File name too long", "enametoolong"),
          Map.entry(TOO_LARGE, "efbig"),
          Map.entry("Is a directory", "eisdir"),
          Map.entry("No space left on device", "enospc"),
          Map.entry("Not a directory", "enotdir"),
          Map.entry("Operation not permitted", "eperm"),
          Map.entry("Permission denied", "eacces"),
          Map.entry("Read-only file system", "erofs"),
          Map.entry("Stale file handle", "estale"),
          Map.entry("Too many levels of symbolic links", "eloop"),
          Map.entry("Too many open files", "emfile"));

  private PosixError() {}

  /** Returns the name of an error; {@code eio} if there is no better one. */
  public static String name(IOException error) {
    if (error instanceof NoSuchFileException) {
      return "enoent";
    }
    if (error instanceof AccessDeniedException) {
      return "eacces";
    }
    if (error instanceof FileAlreadyExistsException) {
      return "eexist";
    }
    if (error instanceof NotDirectoryException) {
      return "enotdir";
    }
    if (error instanceof FileSystemLoopException) {
      return "eloop";
    }
    if (error instanceof ClosedByInterruptException) {
      return "eintr";
    }
    return BY_TEXT.getOrDefault(text(error), "eio");
  }

  /**
   * Returns a message that has the reason. It is the name of the error where the exception has no
   * message, or only that of a file.
   */
  public static String message(IOException error) {
    @Nullable String message = error.getMessage();
    if (message == null) {
      return name(error);
    }
    return error instanceof FileSystemException of && of.getReason() == null
        ? message + ": " + name(error)
        : message;
  }

  private static String text(IOException error) {
    @Nullable String text =
        error instanceof FileSystemException of ? of.getReason() : error.getMessage();
    return text == null ? "" : text;
  }
}
