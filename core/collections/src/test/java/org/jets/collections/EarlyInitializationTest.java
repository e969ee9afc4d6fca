package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import org.jets.collections.internal.bplus.BPlusLeaf;
import org.jets.collections.internal.linear.BucketResize;
import org.jets.collections.internal.linear.BucketWriter;
import org.jets.collections.internal.linear.ExclusiveUpdates;
import org.jets.collections.internal.linear.StripedUpdates;
import org.jets.testkit.faults.InitializerLoader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The classes that a map is made of are initialized when it is constructed. An initializer that
 * first runs in an operation, and there meets the end of the stack, would leave its class unusable
 * for ever. It also links the calls of steps that cannot be undone, before the first of which the
 * virtual machine allocates.
 */
class EarlyInitializationTest {
  @ParameterizedTest
  @ValueSource(
      classes = {
        SplitOrderedHashMap.class,
        LongHashMap.class,
        LongTreeMap.class,
        StripedHashMap.class,
        LockedAvlTreeMap.class,
        LockFreeAdaptingTreeMap.class,
        ContentionAdaptingTreeMap.class
      })
  void constructor_ofAMap_initializesAllThatItRefersTo(Class<?> map) throws Exception {
    InitializerLoader loader = new InitializerLoader(AbstractConcurrentMap.class);
    Set<String> expected = loader.initializersBehind(map);

    loader.loadClass(map.getName()).getConstructor().newInstance();

    assertThat(expected).isNotEmpty();
    assertThat(loader.initialized()).containsAll(expected);
  }

  /** Collects the calls by which methods write through handles; those of the initializer apart. */
  private static final class WritesByHandle extends ClassVisitor {
    private final Set<String> initial = new TreeSet<>();
    private final Set<String> later = new TreeSet<>();

    WritesByHandle() {
      super(Opcodes.ASM9);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String signature, String[] exceptions) {
      Set<String> writes = method.equals("<clinit>") ? initial : later;
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String name, String type, boolean isInterface) {
          if (owner.equals("java/lang/invoke/VarHandle") && name.startsWith("set")) {
            writes.add(name + type);
          }
        }
      };
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        BucketWriter.class,
        BucketResize.class,
        BPlusLeaf.class,
        StripedUpdates.class,
        ExclusiveUpdates.class
      })
  void initializer_ofAClassWhoseStepsCannotBeUndone_linksTheirCalls(Class<?> type)
      throws Exception {
    WritesByHandle writes = new WritesByHandle();

    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      new ClassReader(in).accept(writes, 0);
    }

    assertThat(writes.later).isNotEmpty();
    assertThat(writes.initial).containsAll(writes.later);
  }
}
