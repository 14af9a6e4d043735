import { Validator } from '@seriousme/openapi-schema-validator';
import { DOCUMENT_FIELDS } from '../../simulator/gateway/fields.js';
import { FAULT_NAMES, type GatewaySimulatorOptions } from '../../simulator/index.js';
import { API_ROUTES } from '../../simulator/api/api-routes.js';
import { GATEWAY_PATHS } from '../../simulator/gateway/gateway-paths.js';
import { NUMBER, send, start } from './client.js';
import { listen } from './event-stream.js';
import { CALLS } from './openapi-calls.js';
import {
  compare,
  describeGateway,
  type JsonSchema,
  operations,
  reader,
} from './openapi-document.js';

/** The header with the password of the inbox. */
function passwordOf({ inboxPassword }: GatewaySimulatorOptions): Record<string, string> {
  if (inboxPassword === undefined) return {};
  return { Authorization: `Basic ${Buffer.from(`:${inboxPassword}`).toString('base64')}` };
}

describe('the OpenAPI document', () => {
  it.each([{}, { inboxPassword: 'x', basePath: '/rest/v2' }])(
    'is valid, with every route but the page, and no other, for the options %j',
    async (options: GatewaySimulatorOptions) => {
      const gateway = await start(options);
      const document = await describeGateway(gateway, { headers: passwordOf(options) });
      const validator = new Validator();
      expect(await validator.validate({ ...document })).toEqual({ valid: true });
      // It throws if a reference is broken.
      expect(validator.resolveRefs()).toHaveProperty('openapi');
      const routes = Object.entries(API_ROUTES).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method} ${path.replace(':id', '{id}')}`),
      );
      const others = Object.entries(GATEWAY_PATHS).flatMap(([path, { methods }]) =>
        methods.map((method) => `${method} ${options.basePath ?? ''}${path}`),
      );
      const all = [...routes, ...others, 'GET /health', 'HEAD /health'];
      const described = operations(document);
      expect(described.map(([name]) => name).toSorted()).toEqual(all.toSorted());
      const ofApi = described.filter(([name]) => name.includes('/api/'));
      expect(ofApi.every(([, { summary }]) => /^[A-Z]/.test(summary ?? ''))).toBe(true);
      const ids = described.map(([, { operationId }]) => operationId);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  it.each(CALLS)('%s answers %i as described', async (...row) => {
    const [name, status, call, options] = row;
    const gateway = await start(options);
    const answer = await call(gateway);
    expect(answer.status).toBe(status);
    expect(await compare(await describeGateway(gateway), name, answer)).toBeUndefined();
  });

  it('describes no answer of the API that is not tested here', async () => {
    const gateway = await start();
    const all = operations(await describeGateway(gateway)).filter(([name]) =>
      name.includes('/api/'),
    );
    const described = all.flatMap(([name, { responses }]) =>
      Object.entries(responses)
        .map(([status]) => `${name} ${status}`)
        .filter((answer) => !answer.endsWith(' 403')),
    );
    const seen = new Set(CALLS.map(([name, status]) => `${name} ${status}`));
    expect([...seen].toSorted()).toEqual(described.toSorted());
  });

  it('rejects an answer with more, fewer or other fields', async () => {
    const gateway = await start();
    await send(gateway);
    const document = await describeGateway(gateway);
    const message = reader(document, { $ref: '#/components/schemas/Message' });
    const [kept] = gateway.messages;
    expect(message.safeParse(kept).success).toBe(true);
    const { otp: _otp, ...less } = kept ?? {};
    for (const wrong of [{ ...kept, more: 1 }, less, { ...kept, status: 'lost' }]) {
      expect(message.safeParse(wrong).success).toBe(false);
    }
  });

  it('has the answers of the guard', async () => {
    const options = { basePath: '/rest/v2', inboxPassword: 'x' };
    const gateway = await start(options);
    const document = await describeGateway(gateway, { headers: passwordOf(options) });
    for (const [name, operation] of operations(document)) {
      const guarded = (await fetch(gateway.origin + name.split(' ')[1])).status === 401;
      const forbidden = name.includes('/api/');
      expect([name, '401' in operation.responses, '403' in operation.responses]).toEqual([
        name,
        guarded,
        forbidden,
      ]);
    }
  });

  it('describes every field of the document, and which are required', async () => {
    const gateway = await start();
    const { paths } = await describeGateway(gateway);
    const { requestBody } = paths['/SMSApi/send']?.['post'] ?? {};
    const form = requestBody?.content['multipart/form-data']?.schema as {
      properties: Record<string, { description?: string }>;
      required: string[];
    };
    for (const name of Object.keys(DOCUMENT_FIELDS)) {
      expect(form.properties[name]?.description).toMatch(/^\w/);
    }
    for (const [name] of Object.entries(form.properties)) {
      const answer = await send(gateway, { [name]: undefined });
      const { statusCode } = (await answer.json()) as Record<string, string>;
      const lacks = name === 'userid' ? '216' : '213';
      expect([name, statusCode]).toEqual([name, form.required.includes(name) ? lacks : '200']);
    }
  });
});

interface FaultSchema {
  description: string;
  properties: Record<string, { const?: string; minimum?: number; maximum?: number }>;
}

interface PlanSchema {
  properties: { next: { items: { anyOf: FaultSchema[] } } };
}

describe('the faults of the OpenAPI document', () => {
  it('are complete, each with its description and the bounds that are enforced', async () => {
    const gateway = await start();
    const { components } = await describeGateway(gateway);
    const plan = components.schemas['FaultPlan'] as JsonSchema & PlanSchema;
    const faults = plan.properties.next.items.anyOf;
    expect(faults.map(({ properties }) => properties['fault']?.const)).toEqual(FAULT_NAMES);
    const bounds = faults.flatMap(({ description, properties }) => {
      expect(description).toMatch(/\.$/);
      const fault = properties['fault']?.const;
      return Object.entries(properties).flatMap(([name, { minimum, maximum }]) =>
        minimum === undefined || maximum === undefined
          ? []
          : [minimum - 1, minimum, maximum, maximum + 1].map((value, index) => ({
              fault: { fault, [name]: value },
              status: [400, 200, 200, 400][index],
            })),
      );
    });
    expect(bounds.length).toBeGreaterThan(4 * FAULT_NAMES.length);
    for (const { fault, status } of bounds) {
      const body = JSON.stringify({ next: [fault] });
      const answer = await fetch(`${gateway.origin}/api/faults`, { method: 'PUT', body });
      expect([fault, answer.status]).toEqual([fault, status]);
    }
  });
});

describe('the events of the OpenAPI document', () => {
  it('are those that are sent, with their data', async () => {
    const gateway = await start();
    const document = await describeGateway(gateway);
    const described = document.components.schemas['Events']?.['properties'] as Record<
      string,
      object
    >;
    const reset = await (await listen(gateway, 'other-1')).next();
    const { any } = await listen(gateway);
    await send(gateway);
    gateway.faults.next('429');
    const { id } = await gateway.waitFor({ to: NUMBER });
    await fetch(`${gateway.origin}/api/messages/${id}`, { method: 'DELETE' });
    await fetch(`${gateway.origin}/api/messages`, { method: 'DELETE' });
    const events = [reset];
    while (events.at(-1)?.event !== 'cleared') events.push(await any());
    for (const { event = '', data } of events) {
      expect([event, typeof described[event]]).toEqual([event, 'object']);
      const schema = reader(document, { ...described[event] });
      expect(schema.safeParse(data).error).toBeUndefined();
    }
    expect([...new Set(events.map(({ event }) => event))].toSorted()).toEqual(
      Object.keys(described).toSorted(),
    );
  });
});
