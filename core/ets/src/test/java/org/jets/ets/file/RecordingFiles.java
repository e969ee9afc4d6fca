package org.jets.ets.file;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The default file system, which records all changes to the content and names of files. */
final class RecordingFiles {
  private final List<String> steps = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger namesRead = new AtomicInteger();
  private final Provider provider = new Provider();
  private final Files files = new Files();

  /** The steps so far; files are called by their names, temporary ones {@code temporary}. */
  List<String> steps() {
    return List.copyOf(steps);
  }

  /** The names that have been read from folders. */
  int namesRead() {
    return namesRead.get();
  }

  /** Returns a path to the same place, of this file system. */
  Path wrap(Path path) {
    return (Path)
        Proxy.newProxyInstance(
            RecordingFiles.class.getClassLoader(),
            new Class<?>[] {Path.class, Wrapped.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getFileSystem")) {
                return files;
              }
              if (method.getDeclaringClass() == Wrapped.class) {
                return path;
              }
              Object[] unwrapped = arguments == null ? new Object[0] : arguments.clone();
              for (int n = 0; n < unwrapped.length; n++) {
                unwrapped[n] = unwrapped[n] instanceof Path other ? unwrap(other) : unwrapped[n];
              }
              try {
                Object result = method.invoke(path, unwrapped);
                return result instanceof Path other ? wrap(other) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** A path with the path of the default file system behind it. */
  interface Wrapped {
    Path wrapped();
  }

  private static Path unwrap(Path path) {
    return path instanceof Wrapped wrapped ? wrapped.wrapped() : path;
  }

  private void record(String step, Path path) {
    String name = Objects.requireNonNull(path.getFileName()).toString();
    steps.add(step + " " + (name.endsWith(".tmp") ? "temporary" : name));
  }

  private final class Files extends FileSystem {
    private final FileSystem real = Path.of("").getFileSystem();

    @Override
    public FileSystemProvider provider() {
      return provider;
    }

    @Override
    public void close() {}

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean isReadOnly() {
      return false;
    }

    @Override
    public String getSeparator() {
      return real.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
      return real.supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String first, String... more) {
      return wrap(real.getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
      PathMatcher matcher = real.getPathMatcher(pattern);
      return path -> matcher.matches(unwrap(path));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
      throw new UnsupportedOperationException();
    }

    @Override
    public WatchService newWatchService() {
      throw new UnsupportedOperationException();
    }
  }

  private final class Provider extends FileSystemProvider {
    private final FileSystemProvider real = Path.of("").getFileSystem().provider();

    @Override
    public String getScheme() {
      return "recording";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
      return files;
    }

    @Override
    public Path getPath(URI uri) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel newFileChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      FileChannel opened = real.newFileChannel(unwrap(path), options, attributes);
      record("open", unwrap(path));
      return new Channel(opened, step -> record(step, unwrap(path)));
    }

    @Override
    public SeekableByteChannel newByteChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(
        Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
      DirectoryStream<Path> found =
          real.newDirectoryStream(
              unwrap(folder),
              path -> {
                namesRead.incrementAndGet();
                return filter.accept(wrap(path));
              });
      return new DirectoryStream<>() {
        @Override
        public Iterator<Path> iterator() {
          List<Path> paths = new ArrayList<>();
          found.forEach(path -> paths.add(wrap(path)));
          return paths.iterator();
        }

        @Override
        public void close() throws IOException {
          found.close();
        }
      };
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
      real.createDirectory(unwrap(folder), attributes);
    }

    @Override
    public void delete(Path path) throws IOException {
      real.delete(unwrap(path));
      record("delete", unwrap(path));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
      real.move(unwrap(source), unwrap(target), options);
      record("move to", unwrap(target));
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
      return real.isSameFile(unwrap(path), unwrap(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
      return real.isHidden(unwrap(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
      return real.getFileStore(unwrap(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
      real.checkAccess(unwrap(path), modes);
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
        Path path, Class<V> type, LinkOption... options) {
      return real.getFileAttributeView(unwrap(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(
        Path path, Class<A> type, LinkOption... options) throws IOException {
      return real.readAttributes(unwrap(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
        throws IOException {
      return real.readAttributes(unwrap(path), names, options);
    }

    @Override
    public void setAttribute(Path path, String name, Object value, LinkOption... options)
        throws IOException {
      real.setAttribute(unwrap(path), name, value, options);
    }
  }

  private static final class Channel extends FileChannel {
    private final FileChannel real;
    private final Consumer<String> record;

    Channel(FileChannel real, Consumer<String> record) {
      this.real = real;
      this.record = record;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      return real.read(target);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
      return real.read(targets, offset, length);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      record.accept("write");
      return real.write(source);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
      record.accept("write");
      return real.write(sources, offset, length);
    }

    @Override
    public long position() throws IOException {
      return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
      real.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      return real.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
      real.truncate(size);
      return this;
    }

    @Override
    public void force(boolean metadata) throws IOException {
      real.force(metadata);
      record.accept("force");
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target)
        throws IOException {
      return real.transferTo(position, count, target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count)
        throws IOException {
      return real.transferFrom(source, position, count);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      return real.read(target, position);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      record.accept("write");
      return real.write(source, position);
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
      return real.map(mode, position, size);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
      return real.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
      return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      real.close();
      record.accept("close");
    }
  }
}
