package org.jets.bench.harness.turns;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Loads a copy of each class of the class path for one contestant. The profile by which the
 * compiler inlines belongs to a method of a class, so copies keep the profiles of contestants
 * apart. The JDK is common to all.
 */
final class ContestantLoader extends URLClassLoader {
  private static final Set<String> COMMON =
      Set.of(TurnWork.class.getName(), TurnLoop.class.getName());

  private ContestantLoader(URL[] classPath, ClassLoader parent) {
    super(classPath, parent);
  }

  static ContestantLoader create() {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      try {
        urls.add(Path.of(entry).toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalStateException("class path: " + entry, e);
      }
    }
    return new ContestantLoader(urls.toArray(new URL[0]), ContestantLoader.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = isCommon(name) ? super.loadClass(name, resolve) : findClass(name);
      }
      return loaded;
    }
  }

  /** Returns true for what the harness calls, and for what is not on the class path. */
  private boolean isCommon(String name) {
    return name.startsWith("java.")
        || COMMON.contains(name)
        || findResource(name.replace('.', '/') + ".class") == null;
  }

  /** Makes a copy of a kind of work. */
  TurnWork newWork(String className) throws ReflectiveOperationException {
    return Class.forName(className, true, this)
        .asSubclass(TurnWork.class)
        .getConstructor()
        .newInstance();
  }
}
