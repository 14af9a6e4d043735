import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SOURCE = fileURLToPath(new URL('completion.example.ts', import.meta.url));

/** What an editor offers at the bar of an example. */
function completions(example: string): string[] {
  const text = `import type { SmsGatewayOptions } from '../../lib/core/sms-gateway.options.js';\n${example}`;
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [SOURCE],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const content = path === SOURCE ? text.replace('|', '') : ts.sys.readFile(path);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => path === SOURCE || ts.sys.fileExists(path),
    readFile: ts.sys.readFile,
  });
  const found = service.getCompletionsAtPosition(SOURCE, text.indexOf('|'), undefined);
  return found?.entries.map(({ name }) => name.replace('?', '')) ?? [];
}

it('an editor offers the options of the ways to authenticate, and no methods of strategies', () => {
  const offered = completions(
    "const options: SmsGatewayOptions = { baseUrl: 'https://sms.example.com', auth: { | } };",
  );
  expect(offered).toEqual(expect.arrayContaining(['method', 'userId', 'password', 'apiKey']));
  expect(offered).not.toContain('credentials');
  expect(offered).not.toContain('refused');
});
