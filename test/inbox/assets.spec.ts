import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { FAULT_NAMES } from '../../simulator/common/fault.js';
import { FAULTS } from '../../simulator/faults/fault-table.js';
import { FAULT_FORMS } from '../../simulator/page/fault-forms.js';
import { start } from '../simulator/client.js';

const FILES = ['/', '/inbox.js', '/inbox.css', '/inbox.svg'];

describe('the page', () => {
  it('is under 45 kB in all, compressed', async () => {
    const { origin } = await start();
    let size = 0;
    for (const path of FILES) {
      const answer = await fetch(origin + path);
      expect(answer.status).toBe(200);
      size += gzipSync(await answer.text(), { level: 9 }).length;
    }
    expect(size).toBeLessThan(45_000);
  });

  it('has a policy that allows nothing inline and nothing from other hosts', async () => {
    const { origin } = await start();
    for (const path of FILES) {
      const { headers } = await fetch(origin + path);
      expect(headers.get('content-security-policy')?.split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    const html = await (await fetch(origin)).text();
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  it('names no other host', async () => {
    const { origin } = await start();
    for (const path of FILES) {
      const text = await (await fetch(origin + path)).text();
      // Names of XML namespaces are never loaded.
      const named = text
        .replaceAll(/http:\/\/www\.w3\.org\/[\w/]+/g, '')
        .match(/https?:|url\(|\/\/\w+\.\w+/g);
      expect([path, named]).toEqual([path, null]);
    }
  });

  it('has a form for each fault with its options', () => {
    expect(FAULT_FORMS.map(({ name }) => name)).toEqual(FAULT_NAMES);
    for (const { name, fields, strikes } of FAULT_FORMS) {
      expect(['on', ...fields.map((field) => field.name)]).toEqual(
        // A login has no recipient.
        Object.keys(FAULTS[name].options).filter((key) => key !== 'to' || strikes[0] === 'send'),
      );
      const shape = z.strictObject(FAULTS[name].options);
      for (const on of strikes) expect(shape.safeParse({ on }).success).toBe(true);
      for (const { help } of fields) expect(help).not.toBe('');
    }
  });
});
