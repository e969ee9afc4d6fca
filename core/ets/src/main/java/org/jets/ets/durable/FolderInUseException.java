package org.jets.ets.durable;

import java.nio.file.FileSystemException;

/** The error for a folder whose log is open already. */
final class FolderInUseException extends FileSystemException {
  private static final long serialVersionUID = 1;

  FolderInUseException(String folder, String by) {
    super(folder, null, "a log in this folder is open in " + by);
  }
}
