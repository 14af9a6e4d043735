import {
  Body,
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  Post,
  Req,
  Scope,
  type Type,
} from '@nestjs/common';
import {
  APP_FILTER,
  type AbstractHttpAdapter,
  type ContextId,
  ContextIdFactory,
  type HostComponentInfo,
  NestFactory,
  REQUEST,
} from '@nestjs/core';
import { ClientProxyFactory, MessagePattern, Transport } from '@nestjs/microservices';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { firstValueFrom } from 'rxjs';
import { SmsExceptionFilter, SmsGatewayModule, SmsService } from '../../lib/index.js';
import { NUMBER, TOKEN_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';

@Controller()
class Codes {
  constructor(private readonly sms: SmsService) {}

  @Post()
  @MessagePattern('code')
  async send(@Body('to') to: string): Promise<string> {
    return (await this.sms.send({ to, text: 'code' })).transactionId;
  }
}

interface Tenant {
  readonly tenant: string;
}

/** A provider of each request, or of each tenant if it is durable, and how many were built. */
function scoped(durable: boolean) {
  const built = { count: 0 };
  @Injectable({ scope: Scope.REQUEST, durable })
  class TenantSms {
    constructor(
      private readonly sms: SmsService,
      @Inject(REQUEST) private readonly payload: Tenant,
    ) {
      built.count += 1;
    }

    send(): Promise<unknown> {
      return this.sms.send({ to: NUMBER, text: this.payload.tenant });
    }
  }

  @Controller('tenants')
  class Tenants {
    constructor(private readonly tenant: TenantSms) {}

    @Get()
    async send(@Req() _request: unknown): Promise<void> {
      await this.tenant.send();
    }
  }
  return { TenantSms, Tenants, built };
}

let gateway: ScriptedGateway;

beforeEach(async () => {
  gateway = await ScriptedGateway.listen();
});

function appWith(controllers: Type[] = [], providers: Type[] = []): Type {
  @Module({
    imports: [SmsGatewayModule.forRoot({ baseUrl: gateway.url, auth: TOKEN_AUTH })],
    controllers,
    providers: [...providers, { provide: APP_FILTER, useClass: SmsExceptionFilter }],
  })
  class AppModule {}
  return AppModule;
}

async function create(module: Type, adapter: AbstractHttpAdapter = new ExpressAdapter()) {
  const app = await NestFactory.create(module, adapter, { logger: false });
  afterThisTest(() => app.close());
  return app;
}

function post(url: string, to: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify({ to }) });
}

describe.each<[string, () => AbstractHttpAdapter]>([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('an app on %s', (_name, adapter) => {
  it('sends, and answers errors as the filter says', async () => {
    const app = await create(appWith([Codes]), adapter());
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    expect(await (await post(url, NUMBER)).text()).toBe('1234567890123456789');
    const refused = await post(url, '12');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ outcome: 'not-sent', issues: [{ path: 'to' }] });
    gateway.script = { send: () => ({ status: 429, headers: { 'Retry-After': '120' } }) };
    const busy = await post(url, NUMBER);
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '120']);
  });
});

it('a standalone app sends', async () => {
  const app = await NestFactory.createApplicationContext(appWith(), { logger: false });
  afterThisTest(() => app.close());
  await app.get(SmsService).send({ to: NUMBER, text: 'standalone' });
  expect(gateway.texts).toEqual(['standalone']);
});

it('a hybrid app sends for its HTTP clients and for its microservice clients, through one account', async () => {
  const app = await create(appWith([Codes]));
  const options = { host: '127.0.0.1', port: 0 };
  const microservice = app.connectMicroservice(
    { transport: Transport.TCP, options },
    { inheritAppConfig: true },
  );
  await app.startAllMicroservices();
  await app.listen(0, '127.0.0.1');
  const { port } = microservice.unwrap<{ address(): { port: number } }>().address();
  const client = ClientProxyFactory.create({
    transport: Transport.TCP,
    options: { ...options, port },
  });
  afterThisTest(() => client.close());

  expect((await post(await app.getUrl(), NUMBER)).status).toBe(201);
  expect(await firstValueFrom(client.send('code', { to: NUMBER }))).toBe('1234567890123456789');
  await expect(firstValueFrom(client.send('code', { to: '12' }))).rejects.toMatchObject({
    status: 'error',
    statusCode: 400,
    outcome: 'not-sent',
    issues: [{ path: 'to' }],
  });
  expect([gateway.logins.length, gateway.sends.length]).toEqual([1, 2]);
});

it.each([
  [false, 4],
  [true, 2],
])(
  'providers of requests share one account, with one login; durable: %s',
  async (durable, count) => {
    const contexts = new Map<string, ContextId>();
    ContextIdFactory.apply({
      attach(contextId: ContextId, request: { headers: Record<string, string> }) {
        const tenant = request.headers['x-tenant'] ?? '';
        const ofTenant = contexts.get(tenant) ?? ContextIdFactory.create();
        contexts.set(tenant, ofTenant);
        return {
          resolve: (info: HostComponentInfo) => (info.isTreeDurable ? ofTenant : contextId),
          payload: { tenant },
        };
      },
    });
    const { TenantSms, Tenants, built } = scoped(durable);
    const app = await create(appWith([Tenants], [TenantSms]));
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    for (const tenant of ['a', 'b', 'a', 'b']) {
      await fetch(`${url}/tenants`, { headers: { 'x-tenant': tenant } });
    }
    expect(gateway.texts).toEqual(['a', 'b', 'a', 'b']);
    expect([built.count, gateway.logins.length]).toEqual([count, 1]);
  },
);
