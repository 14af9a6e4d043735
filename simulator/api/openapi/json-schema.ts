import { z } from 'zod/v3';

type Json = Record<string, unknown>;
type Describe = (schema: z.ZodTypeAny) => Json;

/** What a description of a schema needs besides the schema. */
export interface How {
  /** Whether it describes what is read, or what is answered, where defaults are filled in. */
  readonly io: 'input' | 'output';
  /** The schemas that are described elsewhere, each with its address. */
  readonly known?: ReadonlyMap<z.ZodTypeAny, string>;
}

const examples = new WeakMap<z.ZodTypeAny, string>();

/** Gives a schema an example for its description. */
export function withExample(schema: z.ZodString, example: string): z.ZodString {
  examples.set(schema, example);
  return schema;
}

/** Describes a schema as JSON Schema, which zod 3 cannot. It knows the kinds that the simulator has. */
export function toJsonSchema(schema: z.ZodTypeAny, how: How): Json {
  const { description } = schema;
  const example = examples.get(schema);
  return {
    ...describeKind(schema, how),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { examples: [example] }),
  };
}

function describeKind(schema: z.ZodTypeAny, how: How): Json {
  const inner: Describe = (each) => {
    const $ref = how.known?.get(each);
    return $ref === undefined ? toJsonSchema(each, how) : { $ref };
  };
  if (schema instanceof z.ZodOptional) return inner(schema.unwrap());
  if (schema instanceof z.ZodEffects) return inner(schema.innerType());
  if (schema instanceof z.ZodDefault) {
    return { ...inner(schema.removeDefault()), default: schema.parse(undefined) };
  }
  if (schema instanceof z.ZodNullable) return { anyOf: [inner(schema.unwrap()), { type: 'null' }] };
  if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map(inner) };
  if (schema instanceof z.ZodLiteral) return { type: 'string', const: schema.value };
  if (schema instanceof z.ZodEnum) return { type: 'string', enum: schema.options };
  if (schema instanceof z.ZodBoolean) return { type: 'boolean' };
  if (schema instanceof z.ZodString) return describeString(schema);
  if (schema instanceof z.ZodNumber) return describeNumber(schema);
  if (schema instanceof z.ZodArray) return describeArray(schema, inner);
  if (schema instanceof z.ZodRecord) {
    const propertyNames = inner(schema.keySchema);
    return { type: 'object', propertyNames, additionalProperties: inner(schema.valueSchema) };
  }
  if (schema instanceof z.ZodObject) return describeObject(schema, how, inner);
  throw new TypeError(`A ${schema.constructor.name} has no description as JSON Schema.`);
}

function describeString({ _def }: z.ZodString): Json {
  const patterns = _def.checks.flatMap((each) => (each.kind === 'regex' ? [each.regex.source] : []));
  return { type: 'string', ...(patterns[0] !== undefined && { pattern: patterns[0] }) };
}

function describeNumber({ isInt, _def }: z.ZodNumber): Json {
  const bounds = _def.checks.map((each) => {
    if (each.kind === 'min') return { [each.inclusive ? 'minimum' : 'exclusiveMinimum']: each.value };
    return each.kind === 'max' ? { maximum: each.value } : {};
  });
  return Object.assign({ type: isInt ? 'integer' : 'number' }, ...bounds);
}

function describeArray({ element, _def }: z.ZodArray<z.ZodTypeAny>, inner: Describe): Json {
  const minItems = _def.minLength?.value;
  return { type: 'array', items: inner(element), ...(minItems !== undefined && { minItems }) };
}

function describeObject({ shape, _def }: z.AnyZodObject, { io }: How, inner: Describe): Json {
  const properties: Readonly<Record<string, z.ZodTypeAny>> = shape;
  const required = Object.entries(properties)
    .filter(([, each]) => (io === 'input' ? !each.isOptional() : !(each instanceof z.ZodOptional)))
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, inner(each)]),
    ),
    ...(required.length > 0 && { required }),
    ...(_def.unknownKeys === 'strict' && { additionalProperties: false }),
  };
}
