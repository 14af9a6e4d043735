#!/usr/bin/env node
import { allowClosedPipes } from './cli/closed-pipe.js';
import { runCli } from './cli/run-cli.js';

allowClosedPipes(process.stdout, process.stderr);

// Not process.exit: the process must end by itself, otherwise something was left open.
void runCli(process).then((code) => (process.exitCode = code));
