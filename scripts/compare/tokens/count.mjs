// Counts with npm tiktoken for the Go program beside it.
//
//   node count.mjs DIR idle              what an idle process costs
//   node count.mjs DIR first ENCODING TEXT   what the first count costs
//   node count.mjs DIR serve             answers one line of JSON for each line: {"encoding","file","passes"}
//
// DIR is the folder with node_modules/tiktoken. Counts are of ordinary text: what reads like a special token is none.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';

const [dir, task, encoding, text] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(dir), 'package.json'));
const micros = ({ user, system }) => user + system;
const print = (value) => process.stdout.write(JSON.stringify(value) + '\n');

// The system passes the peak of a parent on to its child, so that of /proc comes first.
function peak() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

function usage(count) {
  const cpu = micros(process.cpuUsage());
  if (globalThis.gc) globalThis.gc();
  print({ CPU: cpu * 1000, Resident: process.memoryUsage().rss, Peak: peak(), Count: count });
}

if (task === 'idle') {
  usage(0);
} else if (task === 'first') {
  const encoder = require('tiktoken').get_encoding(encoding);
  usage(encoder.encode_ordinary(text).length);
} else {
  const { get_encoding } = require('tiktoken');
  const { version } = JSON.parse(readFileSync(path.join(dir, 'node_modules', 'tiktoken', 'package.json'), 'utf8'));
  print({ Version: version, Runtime: process.version });
  const encoders = {};
  for await (const line of createInterface({ input: process.stdin })) {
    const { encoding, file, passes } = JSON.parse(line);
    const encoder = (encoders[encoding] ??= get_encoding(encoding));
    const text = readFileSync(file, 'utf8');
    let best = Infinity;
    let count = 0;
    for (let i = 0; i < passes; i++) {
      const start = process.cpuUsage();
      count = encoder.encode_ordinary(text).length;
      best = Math.min(best, micros(process.cpuUsage(start)));
    }
    print({ Count: count, CPU: best * 1000 });
  }
}
