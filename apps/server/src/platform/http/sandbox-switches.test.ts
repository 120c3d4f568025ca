import { listSandboxMailTo } from '@veranda/contract/accounts/password-reset/routes.ts'
import { listPaymentMethods } from '@veranda/contract/payments/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { listDemoUsers, listSandboxMail, moveClock, signInAsDemoUser } from '@veranda/contract/sandbox/routes.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

/** Calls everything that only a sandbox has; returns the statuses by switch. */
async function callSandbox(env: Record<string, string>) {
  const app = await testApp({ env })
  const demo = await app.createUser('Maya Demo', { demo: true })
  const status = async (call: Promise<{ status: number }>) => (await call).status
  const statuses = {
    clock: await status(app.injectAs(null, moveClock, { body: { advanceMs: 1 } })),
    demo: [
      await status(app.injectAs(null, listDemoUsers)),
      await status(app.injectAs(null, signInAsDemoUser, { body: { userId: demo.id } })),
    ],
    mail: await status(app.injectAs(demo, listSandboxMail)),
    openMail: await status(app.injectAs(null, listSandboxMailTo, { body: { email: demo.email } })),
  }
  const { demoEntry, mailPage, openMailbox } = (await app.injectAs(null, readConfig)).reply
  const methods = await app.injectAs(demo, listPaymentMethods)
  const movesClock = methods.status === 200 && methods.reply.movesClock
  await app.close()
  return { ...statuses, config: { demoEntry, mailPage, openMailbox, movesClock } }
}

const on = [200, 200]
const off = [404, 404]

test.each([
  [{ HOST: '127.0.0.1' }, 200, on, 200, 200],
  [{ HOST: '0.0.0.0' }, 404, off, 404, 404],
  [{ HOST: '0.0.0.0', SANDBOX_CONTROLS: '1' }, 200, off, 404, 404],
  [{ HOST: '0.0.0.0', DEMO_ENTRY: '1' }, 404, on, 404, 404],
  // A user reads only their own mail, because a mail may have a link that opens the account.
  [{ HOST: '0.0.0.0', SANDBOX_MAILBOX: '1' }, 404, off, 200, 404],
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'https://veranda.example' }, 200, on, 200, 404],
  [{ HOST: '127.0.0.1', SANDBOX_MAILBOX: '0' }, 200, on, 404, 404],
  [{ SMTP_URL: 'smtp://127.0.0.1:1' }, 200, on, 404, 404],
])('the sandbox with %o', async (env, clock, demo, mail, openMail) => {
  expect(await callSandbox(env)).toEqual({
    clock,
    demo,
    mail,
    openMail,
    config: {
      demoEntry: demo === on,
      mailPage: mail === 200,
      openMailbox: openMail === 200,
      movesClock: clock === 200,
    },
  })
})

const production = {
  VERANDA_MODE: 'production',
  RATE_LIMITS: '1',
  VERANDA_SECRET: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  PUBLIC_URL: 'https://veranda.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PAYMENTS: 'off',
}

test('nothing of the sandbox exists in production', async () => {
  expect(await callSandbox(production)).toEqual({
    clock: 404,
    demo: off,
    mail: 404,
    openMail: 404,
    config: { demoEntry: false, mailPage: false, openMailbox: false, movesClock: false },
  })
})

test('in production the API page and its document exist for admins alone', async () => {
  const app = await testApp({ env: production })
  const [admin, creator] = [
    await app.createUser('Opal Admin', { isAdmin: true }),
    await app.createUser('Pia Maker', { role: 'creator' }),
  ]
  for (const url of ['/api/docs', '/api/openapi.json', '/api/%64ocs', '/api/%6fpenapi.json']) {
    const read = (headers: Record<string, string>) => app.app.http.inject({ url, headers })
    expect((await read({ cookie: admin.cookie })).statusCode, url).toBe(200)
    const unknown = await app.app.http.inject('/api/nowhere')
    for (const headers of [{}, { cookie: creator.cookie }, { authorization: `Bearer ${admin.token}` }]) {
      const refused = await read(headers)
      // As if there were no such address.
      const { requestId: _, ...problem } = refused.json<{ requestId: string }>()
      expect([url, refused.statusCode, problem]).toEqual([
        url,
        404,
        { ...unknown.json<object>(), requestId: undefined },
      ])
    }
  }
  await app.close()
})
