import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * The arguments of a command. With `--help`, or with one that it does not know, the command ends and
 * shows the comment at its head, which says what it takes.
 *
 * @param script the command's `import.meta.url`
 */
export function argumentsOf(script, options) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } });
    if (!values.help) return values;
    process.stdout.write(usage(script));
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage(script)}`);
    process.exit(2);
  }
}

function usage(script) {
  const [head] = readFileSync(new URL(script), 'utf8').split(/^(?!\/\/)/m);
  return head.replace(/^\/\/ ?/gm, '');
}
