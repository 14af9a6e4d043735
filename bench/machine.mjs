// What the figures were made on, and by which command.
import { availableParallelism, cpus, loadavg } from 'node:os';

/** @param script the package's script, as it is run by npm */
export function machine(script) {
  const given = process.argv.slice(2).join(' ');
  return {
    command: given ? `npm run ${script} -- ${given}` : `npm run ${script}`,
    cpu: cpus()[0]?.model ?? 'unknown CPU',
    cores: availableParallelism(),
    node: process.version,
    // Above the cores, others are at work here: then trust ratios and CPU, not times.
    load: Number(loadavg()[0]?.toFixed(1)),
  };
}

export function describe({ command, cpu, cores, node, load }) {
  return `\`${command}\` on ${cpu}, ${cores} cores, Node.js ${node}, load ${load} at the start.`;
}
