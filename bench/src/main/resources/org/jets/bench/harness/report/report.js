// Tables are printed whether or not they are open on the screen.
addEventListener('beforeprint', () => document.querySelectorAll('details').forEach(d => { d.open = true; }));

// A recording: its frames are the lines of a side file.
document.querySelectorAll('.tree').forEach(element => {
  const frames = element.querySelector('script').textContent.trim().split('\n').map(line => {
    const words = line.trim().split(' ');
    return {
      millis: +words[1], phase: words[2].replaceAll('_', ' '), threads: +words[3],
      leaves: words[4].split(',').map(leaf => {
        const [from, depth, statistics, size] = leaf.split(':').map(Number);
        return { from, depth, statistics, size };
      }),
    };
  });
  const canvas = element.querySelector('canvas');
  const slider = element.querySelector('input');
  const text = element.querySelector('output');
  const button = element.querySelector('button');
  const deepest = Math.max(1, ...frames.flatMap(f => f.leaves.map(l => l.depth)));
  const largest = Math.max(1, ...frames.flatMap(f => f.leaves.map(l => Math.abs(l.statistics))));
  slider.max = frames.length - 1;

  // A colour of the page, light or dark.
  const colourOf = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

  // From the colour for none towards vermilion for contention, towards blue for calm.
  function colour(statistics, palette) {
    const part = Math.sqrt(Math.min(1, Math.abs(statistics) / largest));
    const mix = (from, to) => Math.round(from + (to - from) * part);
    const end = statistics > 0 ? palette.hot : palette.calm;
    return `rgb(${palette.none.map((from, i) => mix(from, end[i])).join(',')})`;
  }

  // Red, green and blue of #rgb or #rrggbb.
  const parts = hex => (hex.length < 5 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1))
    .match(/../g).map(digits => parseInt(digits, 16));

  const count = (number, name) => `${number} ${name}${number === 1 ? '' : 's'}`;

  function draw() {
    const frame = frames[+slider.value];
    const ratio = devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const g = canvas.getContext('2d');
    g.scale(ratio, ratio);
    const ink = colourOf('text'), line = colourOf('frame');
    const palette = { none: parts(colourOf('none')), hot: parts(colourOf('vermilion')), calm: parts(colourOf('blue')) };
    g.fillStyle = colourOf('page');
    g.fillRect(0, 0, width, height);
    const top = 14, base = height - 74, rows = height - 70, x = key => 8 + key * (width - 16);
    const y = depth => top + depth * (base - top) / (deepest + 1);
    const leaves = frame.leaves;
    let next = 0;
    // The depths of the leaves in key order say what the routing nodes are.
    function node(depth) {
      if (next >= leaves.length || depth > deepest) return null;
      if (leaves[next].depth <= depth) {
        const leaf = leaves[next], to = next + 1 < leaves.length ? leaves[next + 1].from : 1;
        next++;
        return { x: x((leaf.from + to) / 2), y: base, isLeaf: true };
      }
      const left = node(depth + 1), at = next < leaves.length ? x(leaves[next].from) : x(1);
      const right = node(depth + 1), here = { x: at, y: y(depth) };
      g.strokeStyle = line;
      g.lineWidth = 1;
      [left, right].filter(Boolean).forEach(child => {
        g.beginPath(); g.moveTo(here.x, here.y); g.lineTo(child.x, child.y); g.stroke();
        if (!child.isLeaf) dot(child);
      });
      return here;
    }
    function dot(at) { g.fillStyle = ink; g.beginPath(); g.arc(at.x, at.y, 3, 0, 7); g.fill(); }
    const root = node(0);
    if (root && !root.isLeaf) dot(root);
    leaves.forEach((leaf, i) => {
      const from = x(leaf.from), to = x(i + 1 < leaves.length ? leaves[i + 1].from : 1);
      g.fillStyle = colour(leaf.statistics, palette);
      g.fillRect(from, base, Math.max(1, to - from), 26);
      g.strokeStyle = line;
      g.strokeRect(from, base, Math.max(1, to - from), 26);
    });
    g.fillStyle = ink;
    g.font = '12px sans-serif';
    g.fillText('least key', 8, rows + 38);
    g.textAlign = 'right';
    g.fillText('greatest key', width - 8, rows + 38);
    g.textAlign = 'left';
    text.textContent = `${(frame.millis / 1000).toFixed(2)} s: ${frame.phase}, ` +
      `${count(frame.threads, 'thread')}, ${count(leaves.length, 'base node')}`;
  }

  let playing = null;
  function stop() { cancelAnimationFrame(playing); playing = null; button.textContent = 'Play'; }
  button.addEventListener('click', () => {
    if (playing !== null) { stop(); return; }
    button.textContent = 'Stop';
    const first = +slider.value >= frames.length - 1 ? 0 : +slider.value;
    const begun = performance.now() - frames[first].millis;
    const step = now => {
      let at = frames.findIndex(f => f.millis > now - begun);
      if (at < 0) at = frames.length;
      slider.value = Math.max(0, at - 1);
      draw();
      if (at >= frames.length) stop(); else playing = requestAnimationFrame(step);
    };
    playing = requestAnimationFrame(step);
  });
  slider.addEventListener('input', () => { if (playing !== null) stop(); draw(); });
  addEventListener('resize', draw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  addEventListener('beforeprint', draw);
  addEventListener('afterprint', draw);
  // What is seen first, and printed, is the tree when it is largest.
  slider.value = frames.reduce((most, f, i) => f.leaves.length > frames[most].leaves.length ? i : most, 0);
  draw();
});
