import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CHECK_HELP } from '../../cli/check/arguments.js';
import { AUTH_METHODS } from '../../lib/core/options/auth-schema.js';
import { checkOptions } from '../../lib/core/options/check-options.js';
import { meaningOf } from '../../lib/core/protocol/gateway-answer.js';
import { checkOtpOptions } from '../../lib/extras/otp/check-otp-options.js';
import { memoryOtpStore } from '../../lib/extras/otp/index.js';
import { checkQueueOptions } from '../../lib/extras/queue/check-queue-options.js';
import { FLAGS } from '../../cli/simulator/cli-flags.js';
import { FAULTS } from '../../simulator/faults/fault-table.js';
import { REFUSED } from '../../simulator/common/simulated-answer.js';
import { FAULT_NAMES, MAGIC_RECIPIENTS } from '../../simulator/index.js';
import { SmsTestingService } from '../../lib/extras/testing/index.js';
import {
  type CompiledSnippets,
  compile,
  membersByType,
  optionPaths,
  syntaxErrors,
  unionTexts,
} from './compile.js';
import {
  anchorsOf,
  codeBlocks,
  commandsOf,
  localLinks,
  PAGES,
  section,
  tableRows,
} from './markdown.js';

/** The language of TypeScript that needs packages which are not installed here. Blocks in `ts` are compiled. */
const UNCHECKED = 'typescript';

const blocks = PAGES.flatMap((page) => codeBlocks(page));
const wordsIn = (text: string): number => text.trim().split(/\s+/).length;
const at = ({ page, line }: { page: string; line: number }): string => `${page}:${line}`;

/** The names in a table, and what its second column says of each. */
const shownIn = (page: string, heading: string) =>
  tableRows(section(page, heading)).map(([name = '', value = '']) => [name.slice(1, -1), value]);

/** What uses nothing: comments, members of types, and texts. */
const NO_USE = /^ *(?:\/?\*|\/\/|(?:readonly )?\w+\??: .*;$).*|'[^'\n]*'/gm;

/** What is in backticks. */
const namesIn = (text = '') => Array.from(text.matchAll(/`([\w-]+)`/g), ([, name = '']) => name);

/** What is in single quotes. */
const textsIn = (text = '') => Array.from(text.matchAll(/'(\w+)'/g), ([, name]) => name);

/** The files of an app that a page shows. */
const filesOf = (page: string) =>
  codeBlocks(page).filter(({ language, code }) => language === 'ini' || code.startsWith('// src/'));

/** The code of a folder without its comments: that of the files that have something, except for some. */
const codeIn = (folder: string, except: RegExp, having = /^/): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !except.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((code) => having.test(code))
    .join('\n')
    .replaceAll(/^ *(?:\/?\*|\/\/).*/gm, '');

describe('the code that the docs show', () => {
  let compiled: CompiledSnippets;
  /** The options of an interface, without those inside them. */
  const optionsOf = (path: string, name: string) =>
    new Set(optionPaths(compiled.program, path, name).map((each) => each.replace(/\..*/, '')));

  beforeAll(() => {
    const snippets = blocks.filter(({ language }) => language === 'ts');
    compiled = compile(snippets.filter(({ excerptOf }) => excerptOf === undefined));
  }, 120_000);

  it('has a language that is checked here, in every block', () => {
    const unchecked = blocks.filter(
      ({ language, excerptOf }) =>
        !['ts', 'json', 'sh', 'ini', 'text', 'sql', 'python'].includes(language) &&
        !(language === 'js' && excerptOf !== undefined) &&
        language !== UNCHECKED,
    );
    expect(unchecked.map(at)).toEqual([]);
  });

  it('compiles against the sources, in every TypeScript block', () => {
    expect(compiled.errors).toEqual([]);
  });

  it('is at least TypeScript if its packages are not installed here, which the page says', () => {
    const unchecked = blocks.filter(({ language }) => language === UNCHECKED);
    expect(unchecked.length).toBeGreaterThan(3);
    for (const { page, code } of unchecked) {
      expect(syntaxErrors(code)).toEqual([]);
      const text = readFileSync(page, 'utf8').replaceAll(/\s+/g, ' ');
      expect(text).toMatch(/tests (?:of the package )?do not run/);
    }
  });

  it('is in the file that is named above it, if there is one', () => {
    const excerpts = blocks.filter(({ excerptOf }) => excerptOf !== undefined);
    expect(excerpts.length).toBeGreaterThan(5);
    for (const { excerptOf = '', code } of excerpts) {
      expect(trimmedLines(readFileSync(excerptOf, 'utf8'))).toContain(trimmedLines(code));
    }
  });

  it('is valid JSON, in every JSON block', () => {
    for (const { code } of blocks.filter(({ language }) => language === 'json')) {
      expect(() => JSON.parse(code)).not.toThrow();
    }
  });

  describe('of the pages about tests', () => {
    const TESTED = ['docs/testing.md', 'docs/testing-reference.md'];
    const FOLDER = 'test/testing/examples';
    const examples = readdirSync(FOLDER, { withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ name }) => name);

    it('is an excerpt of a file that the tests run, in every block', () => {
      const code = TESTED.flatMap((page) => codeBlocks(page)).filter(({ language }) =>
        /^[jt]s$/.test(language),
      );
      expect(code.filter(({ excerptOf }) => excerptOf === undefined).map(at)).toEqual([]);
    });

    it('shows every test', () => {
      const blocksOf = TESTED.flatMap((page) => codeBlocks(page));
      const shown = new Set(blocksOf.map(({ excerptOf }) => excerptOf));
      const tests = examples.filter((name) => /\.(?:spec|test|vitest)\.m?[jt]s$/.test(name));
      expect(tests.length).toBeGreaterThan(5);
      expect(tests.filter((name) => !shown.has(`${FOLDER}/${name}`))).toEqual([]);
    });

    it('is that of docs/start-here.md, in README.md', () => {
      const guide = filesOf('docs/start-here.md').map(({ code }) => code);
      const readme = filesOf('README.md').map(({ code }) => code);
      expect(readme).toHaveLength(3);
      expect(guide).toEqual(expect.arrayContaining(readme));
    });

    it('tests the code of the guides, word for word', () => {
      const pages = ['docs/guides/a-one-time-password.md', 'docs/start-here.md'];
      const guides = new Set(pages.flatMap((page) => codeBlocks(page)).map(({ code }) => code));
      const tested = examples
        .map((name) => readFileSync(join(FOLDER, name), 'utf8'))
        .filter((code) => code.startsWith('// src/'));
      expect(tested).toHaveLength(3);
      expect(tested.filter((code) => !guides.has(code))).toEqual([]);
    });
  });

  it('is the error that the testing kit throws, in the text block of docs/testing-reference.md', async () => {
    const shown = codeBlocks('docs/testing-reference.md').find(
      ({ language }) => language === 'text',
    );
    const sms = new SmsTestingService();
    await sms.send({ to: '+91 98765 43210', text: 'Hello' });
    await sms.send({ to: '+44 7700 900123', text: 'Your code is 482913.' });
    const expecting = (): unknown => sms.expectSent({ to: '+91 98765 43210', text: /code/ });
    expect(expecting).toThrow(shown?.code.replace('SmsTestingError: ', '').trimEnd());
  });

  describe('of options and errors', () => {
    const optionRows = [
      ...tableRows(section('docs/options.md', 'Options')),
      ...tableRows(section('docs/authentication.md', 'Options')),
    ].filter(([name = '']) => /^`[\w.]+`$/.test(name));
    const named = optionRows.map(([name = '']) => name.slice(1, -1));

    it('names every method of SmsService in docs/options.md, and which of them a class may leave out', () => {
      const source = readFileSync('lib/core/sms.service.ts', 'utf8');
      const methods = (pattern: RegExp) =>
        Array.from(source.matchAll(pattern), ([, name]) => name).toSorted();
      const page = readFileSync('docs/options.md', 'utf8').replaceAll('\n', ' ');
      const methodsIn = (sentence: RegExp) =>
        Array.from(
          (sentence.exec(page)?.[1] ?? '').matchAll(/`(\w+)`/g),
          ([, name]) => name,
        ).toSorted();
      expect(methodsIn(/`SmsService` is an abstract class with ([^.]*)/)).toEqual(
        methods(/^ {2}abstract (\w+)/gm),
      );
      expect(methodsIn(/It also has (.*?): in a class of your own/)).toEqual(
        methods(/^ {2}async (\w+)/gm),
      );
    });

    it('shows a use of every member of SmsService', () => {
      const source = readFileSync('lib/core/sms.service.ts', 'utf8');
      const members = source.matchAll(/^ {2}(?:abstract |async |get )?(\w+\$?)\(/gm);
      const names = new Set(Array.from(members, ([, name = '']) => name));
      expect(names).toContain('balance');
      names.delete('constructor');
      const pages = PAGES.map((page) => readFileSync(page, 'utf8')).join('\n');
      const used = new Set(pages.match(/\bsms\.\w+\$?/g));
      expect([...names].filter((name) => !used.has(`sms.${name}`))).toEqual([]);
    });

    it('lists every option in docs/options.md or docs/authentication.md, and no other', () => {
      expect(named.toSorted()).toEqual(optionPaths(compiled.program).toSorted());
    });

    it.each([
      ['lib/core/sms-gateway.options.ts', 'SmsGatewayOptions', 'lib', /^$/],
      ['lib/extras/queue/sms-queue.options.ts', 'SmsQueueOptions', 'lib', /^$/],
      ['lib/extras/otp/sms-otp.options.ts', 'SmsOtpOptions', 'lib', /^$/],
      // Faults have options with the same names, such as `latency`.
      [
        'simulator/options/simulator.options.ts',
        'GatewaySimulatorOptions',
        'simulator',
        /^faults|^common\/fault|^page/,
      ],
      ['simulator/common/fault.ts', 'FaultOptions', 'simulator', /\/fault(?:-table)?\.ts$|^page/],
    ])(
      'finds every option of %s in code that does not only check it',
      (path, name, folder, other) => {
        const files = codeIn(folder, new RegExp(`(?:options|-schema)\\.ts$|${other.source}`));
        const code = files.replaceAll(NO_USE, '');
        const words = new Set(code.match(/\w+/g));
        const options = optionPaths(compiled.program, path, name).map((each) =>
          each.split('.').at(-1),
        );
        expect(options.filter((each = '') => !words.has(each))).toEqual([]);
      },
    );

    it('finds everything that a fault can do in code that asks what it does', () => {
      const code = codeIn('simulator', /fault-table/, /\bbehaviourOf\(/);
      const words = new Set(code.match(/\w+/g));
      const can = optionPaths(compiled.program, 'simulator/faults/behaviour.ts', 'Behaviour');
      expect(can.length).toBeGreaterThan(5);
      expect(can.filter((each) => !words.has(each))).toEqual([]);
    });

    it('finds every error code in code that does not only list it', () => {
      const code = codeIn('lib', /(?:sms-gateway\.error|deadline\/failure)\.ts$/);
      const texts = new Set(Array.from(code.matchAll(/'([\w-]+)'(?!:)/g), ([, text]) => text));
      const path = 'lib/core/errors/sms-gateway.error.ts';
      const unused = unionTexts(compiled.program, path, 'SmsErrorCode').filter(
        // `exchangeError` makes two of them from the kind of a failure.
        (each) => !texts.has(each) && !texts.has(each.replace(/^answer-/, '')),
      );
      expect(unused).toEqual([]);
    });

    it('finds every event in code that publishes it', () => {
      const outcomes = unionTexts(
        compiled.program,
        'lib/core/errors/sms-gateway.error.ts',
        'SmsErrorOutcome',
      );
      const code = codeIn('lib', /^$/, /^export class AccountEvents\b/m);
      const types = membersByType(compiled.program, 'lib/core/events/sms-event.ts', 'SmsEvent')
        .map(({ type }) => type)
        .filter((type) => !outcomes.includes(type));
      expect(types).toContain('held');
      expect(types.filter((type) => !code.includes(`'${type}'`))).toEqual([]);
    });

    it('names every way to authenticate in README.md and docs/authentication.md', () => {
      const page = readFileSync('docs/authentication.md', 'utf8');
      const ways = Array.from(page.matchAll(/^\| `\{ method: '(\w+)'/gm), ([, name]) => name);
      const [, cell] = tableRows(page).find(([name]) => name === '`auth.method`') ?? [];
      const readme = section('README.md', 'Authentication');
      expect([ways, textsIn(cell), textsIn(readme)]).toEqual([
        AUTH_METHODS,
        AUTH_METHODS,
        AUTH_METHODS,
      ]);
    });

    it('names every flag of sms-gateway check in docs/guides/the-first-day.md', () => {
      const flags = Array.from(CHECK_HELP.matchAll(/^ {2}(--[\w-]+)/gm), ([, flag = '']) => flag);
      expect(flags).toContain('--to');
      const text = readFileSync('docs/guides/the-first-day.md', 'utf8');
      expect(flags.filter((flag) => !new RegExp(`${flag}\\b(?!-)`).test(text))).toEqual([]);
    });

    it('finds what each flag of sms-gateway check sets in code that uses it', () => {
      const source = readFileSync('cli/check/arguments.ts', 'utf8');
      const [, set = ''] = /^ {2}return \{\n([^]*?)^ {2}\};/m.exec(source) ?? [];
      const members = Array.from(set.matchAll(/^ {4}(\w+)/gm), ([, name = '']) => name);
      expect(members).toContain('timeZone');
      const code = codeIn('cli/check', /^arguments/);
      const taken = code.matchAll(
        /\{([^{}]*)\}(?:: CheckRequest| = (?:this\.)?request;)|request\.(\w+)/g,
      );
      const used = new Set(
        Array.from(taken, ([, many, one]) => many ?? one)
          .join(' ')
          .match(/\w+/g),
      );
      expect(members.filter((name) => !used.has(name))).toEqual([]);
    });

    it('shows the default that each option has', () => {
      const shown = optionRows.flatMap(([name = '', , fallback = '']) => {
        const value = plainValue(fallback);
        return value === undefined ? [] : [[name.slice(1, -1), value]];
      });
      expect(shown.length).toBeGreaterThan(10);
      expect(shown).toEqual(shown.map(([name]) => [name, defaultOf(String(name))]));
    });

    it('lists every key of a message in docs/sending.md, and no other', () => {
      const [table = ''] = readFileSync('docs/sending.md', 'utf8').split('| send options |');
      const shown = Array.from(table.matchAll(/^\| `(\w+)` \|/gm), ([, name]) => name);
      const keys = optionPaths(compiled.program, 'lib/core/message/sms-message.ts', 'SmsMessage');
      expect(shown.toSorted()).toEqual(keys.toSorted());
    });

    it.each([
      [
        'docs/queue-operation.md',
        'lib/extras/queue/sms-queue.options.ts',
        'SmsQueueOptions',
        checkQueueOptions({ connection: 'redis://localhost' }, 'default'),
      ],
      [
        'docs/one-time-passwords.md',
        'lib/extras/otp/sms-otp.options.ts',
        'SmsOtpOptions',
        checkOtpOptions({ keys: ['ab'.repeat(32)], store: memoryOtpStore() }, 'default'),
      ],
    ])('lists in %s every option with its default, and no other', (page, path, name, checked) => {
      const shown = new Map(shownIn(page, 'Options').map(([option, value]) => [option, value]));
      const known = optionsOf(path, name).add('isGlobal').add('name');
      expect([...shown.keys()].toSorted()).toEqual([...known].toSorted());
      for (const [option, value] of Object.entries(checked)) {
        if (typeof value === 'object' || option === 'connection') continue;
        const fallback = plainValue(shown.get(option)?.replace(/ \(.*\)$/, '') ?? '');
        expect([option, fallback]).toEqual([option, String(value)]);
      }
    });

    it('lists every option of the simulator in docs/simulator.md with its flag, and no other', () => {
      const shown = shownIn('docs/simulator.md', 'Options').map(([name, flag = '']) => [
        name,
        /`--([\w-]+)`/.exec(flag)?.[1],
      ]);
      const options = optionsOf(
        'simulator/options/simulator.options.ts',
        'GatewaySimulatorOptions',
      );
      const flags = new Map(Object.entries(FLAGS).map(([flag, { option }]) => [`${option}`, flag]));
      const known = [...options].map((name) => [name, flags.get(name)]);
      expect(shown.toSorted()).toEqual(known.toSorted());
    });

    it('lists every code of a refusal by the simulator in docs/simulator-reference.md', () => {
      const rows = tableRows(section('docs/simulator-reference.md', 'The gateway'));
      const codes = Object.values<string>(REFUSED).toSorted();
      expect(rows.map(([code = '']) => code).filter((code) => /^\d+$/.test(code))).toEqual(codes);
    });

    it('lists every fault of the simulator in docs/simulator-in-tests.md with its magic recipient, and no other', () => {
      const shown = shownIn('docs/simulator-in-tests.md', 'Faults');
      const recipients = new Map(Object.entries(MAGIC_RECIPIENTS).map(([to, name]) => [name, to]));
      const known = FAULT_NAMES.map((name) => [name, recipients.get(name) ?? '']);
      expect(shown.toSorted()).toEqual(known.toSorted());
    });

    it('lists the options of every fault in docs/simulator-in-tests.md, except for those that all have', () => {
      const rows = tableRows(section('docs/simulator-in-tests.md', 'Faults'));
      const cells = new Map(rows.map(([name = '', , , , cell = '']) => [name.slice(1, -1), cell]));
      const shown = Array.from(cells, ([name, cell]) => {
        const [, another = ''] = /^as `([\w-]+)`$/.exec(cell) ?? [];
        return [name, namesIn((cells.get(another) ?? cell).replaceAll(/\(.*?\)/g, ''))];
      });
      const known = Object.entries(FAULTS).map(([name, { options }]) => {
        const { on: _on, account: _account, to: _to, ...own } = options;
        return [name, Object.keys(own)];
      });
      expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(known));
    });

    it('lists every event in docs/watching.md with what it has, and no other', () => {
      const page = section('docs/watching.md', 'Events');
      const [, common, without, alsoHave] =
        /^All have (.*?)\. Except for (.*?), they\s+also\s+have\s+([^]*?)\. /m.exec(page) ?? [];
      const rows = tableRows(page).flatMap(([types, when = '']) => {
        const [, own] = /\bWith (.*?)\.(?: |$)/.exec(when.replaceAll(/ \([^)]*\)/g, '')) ?? [];
        return namesIn(types).map((type) => {
          const also = namesIn(without).includes(type) ? [] : namesIn(alsoHave);
          return [type, ['type', ...namesIn(common), ...also, ...namesIn(own)].toSorted()];
        });
      });
      const path = 'lib/core/events/sms-event.ts';
      const events = membersByType(compiled.program, path, 'SmsEvent');
      const known = events.map(({ type, names }) => [type, names.toSorted()]);
      expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(known));
    });

    it('lists every HTTP status below 500 that decides by itself in docs/reliability.md', () => {
      const answers = tableRows(section('docs/reliability.md', 'What proves what'));
      const shown = new Set(answers.join().match(/\b4\d\d\b/g));
      const known = Array.from({ length: 100 }, (_, index) => 400 + index);
      const deciding = known.filter((status) => meaningOf(status) !== 'body').map(String);
      expect([...shown].toSorted()).toEqual(deciding);
    });

    it('lists every error code in docs/reliability.md, and no other', () => {
      const codes = shownIn('docs/reliability.md', 'Error codes').map(([code]) => code);
      const path = 'lib/core/errors/sms-gateway.error.ts';
      expect(codes.toSorted()).toEqual(
        unionTexts(compiled.program, path, 'SmsErrorCode').toSorted(),
      );
    });
  });
});

it('the README shows the number of installed packages from api/figures.json', () => {
  const { installedPackages } = JSON.parse(readFileSync('api/figures.json', 'utf8'));
  const rows = tableRows(section('README.md', 'Compatibility'));
  const [, installed] = rows.find(([name]) => name === 'Installed') ?? [];
  expect(installed).toMatch(new RegExp(`^${installedPackages} packages\\b`));
});

describe('the commands that the docs show', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const commands = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap((block) => commandsOf(block));

  it('name scripts that package.json has', () => {
    const used = commands.flatMap((line) =>
      [...line.matchAll(/\bnpm (?:run )?(start|test|[a-z]+:?[a-z]*)\b/g)]
        .filter(([whole, name = '']) => whole.startsWith('npm run ') || /^(start|test)$/.test(name))
        .map(([, name]) => name),
    );
    // Those of an app that `nest new` made.
    expect(used.filter((name = '') => !(name in scripts))).toEqual([]);
  });

  it('name files that exist', () => {
    const files = commands.flatMap((line) =>
      [
        ...line.matchAll(/\b(?:node|bash|npm test --) ((?:\.ci|scripts|test|bench)\/?[\w./-]*)/g),
      ].map(([, file = '']) => file),
    );
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});

describe('the links of the docs', () => {
  it('of the map in CONTRIBUTING.md name files that exist', () => {
    const text = readFileSync('CONTRIBUTING.md', 'utf8');
    const paths = [...text.matchAll(/`((?:lib|test|docs|bench|scripts|sample-app)\/[\w./-]*)`/g)];
    expect(paths.length).toBeGreaterThan(30);
    const missing = paths.map(([, path = '']) => path).filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
  });

  it('of docs/all-pages.md lead to every page', () => {
    const pages = PAGES.filter((page) => page.startsWith('docs/'));
    const listed = new Set(localLinks('docs/all-pages.md').map((link) => join('docs', link)));
    const missing = pages.filter((page) => !listed.has(page));
    expect(missing).toEqual(['docs/all-pages.md', 'docs/index.md']);
  });

  it.each(PAGES)('of %s lead somewhere', (page) => {
    const dead = localLinks(page).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(dead).toEqual([]);
  });
});

it('has the names of docs/gateways.md among the keywords of the package', () => {
  const { keywords } = JSON.parse(readFileSync('package.json', 'utf8')) as { keywords: string[] };
  const rows = tableRows(section('docs/gateways.md', 'Seen in public code, not tried by us'));
  const names = rows.filter(([, url]) => url?.includes('https://')).map(([name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  const missing = names.filter(
    (name) => !keywords.includes(name.toLowerCase().replaceAll(/ \(.*\)| /g, '')),
  );
  expect(missing).toEqual([]);
});

it('has no empty cell in docs/comparison.md, and none that still has to be looked up', () => {
  const page = readFileSync('docs/comparison.md', 'utf8');
  expect(page).not.toMatch(/looked up\s*\|/);
  const cells = tableRows(page).flatMap((row) => row.slice(1));
  expect(cells.length).toBeGreaterThan(100);
  expect(cells.filter((cell) => cell === '')).toEqual([]);
});

it('is short enough to read, README.md', () => {
  const text = readFileSync('README.md', 'utf8');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10_000);
  expect(text.split('\n').length - 1).toBeLessThanOrEqual(200);
});

it('is short enough to read, CONTRIBUTING.md and its map', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8');
  expect(wordsIn(text)).toBeLessThanOrEqual(2000);
  const rows =
    section('CONTRIBUTING.md', 'Where would I change …').match(/^\| (?!to …|---).*$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.length).toBeLessThanOrEqual(17);
  expect(rows.filter((row) => wordsIn(row.replaceAll('|', ' ')) > 40)).toEqual([]);
});

// Prettier would align the columns: one longer cell would change every line of the table.
it.each(PAGES)('has <!-- prettier-ignore --> above each table of %s', (page) => {
  const lines = readFileSync(page, 'utf8').split('\n');
  const begins = lines.filter(
    (line, index) => line.startsWith('|') && !lines[index - 1]?.startsWith('|'),
  );
  const ignored = lines.filter(
    (line, index) => line === '<!-- prettier-ignore -->' && lines[index + 1]?.startsWith('|'),
  );
  expect(ignored).toHaveLength(begins.length);
});

/** A text whose indentation does not matter, as that of an excerpt. */
function trimmedLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** The default in a cell, if it is a plain number, text, `true` or `false`. */
function plainValue(cell: string): string | undefined {
  const [value = ''] = cell.split(', _assumed_');
  if (/^\d[\d,]*$/.test(value)) return value.replaceAll(',', '');
  return /^`(?:(true|false)|'(.+)')`$/.exec(value)?.slice(1).find(Boolean);
}

/** The default of an option, as the checked options have it. */
function defaultOf(path: string): string {
  const account = { userId: 'u', password: 'p' };
  const all = [
    { method: 'token', ...account },
    { method: 'password', ...account },
    { method: 'apiKey', userId: 'u', apiKey: 'k' },
  ].map((auth) => {
    const options = { baseUrl: 'https://sms.example.com', auth };
    return checkOptions(options);
  });
  const name = path.slice('auth.'.length);
  const found = all.find(({ auth }) => auth !== undefined && name in auth) ?? all[0];
  const value = path.split('.').reduce<unknown>((part, key) => {
    const holder = Object(part);
    // The checked `defaults` keep those of the form's fields together.
    return Reflect.get(Reflect.has(holder, 'values') ? Reflect.get(holder, 'values') : holder, key);
  }, found);
  return String(value);
}
