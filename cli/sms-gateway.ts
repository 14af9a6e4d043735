#!/usr/bin/env node
import { allowClosedPipes } from './terminal/closed-pipe.js';
import { runCommand } from './run-command.js';

allowClosedPipes(process.stdout, process.stderr);

// Not process.exit: the process must end by itself, otherwise something was left open.
void runCommand(process).then((code) => (process.exitCode = code));
