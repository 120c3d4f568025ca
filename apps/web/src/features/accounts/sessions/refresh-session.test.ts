import 'fake-indexeddb/auto'
import { readSession, renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { expect, test } from 'vitest'
import { saveSession, sessionStore } from '../../../lib/session/session.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { tokenExpiringIn } from '../../../lib/testing/replies.ts'
import { maya, now } from '../../../lib/testing/samples.ts'
import { refreshSession } from './refresh-session.ts'

test('a link that ended this browser’s session keeps what its user had begun', async () => {
  const server = contractServer()
  server.refuse(readSession, 401, 'session.unknown')
  server.refuse(renewToken, 401, 'session.unknown')
  saveSession({ user: maya, token: tokenExpiringIn(900), expiresAt: now })
  const draft = `draft.${maya.id}.new-project`
  localStorage.setItem(draft, '{"title":"Lobby"}')
  await refreshSession()
  expect(sessionStore.get()).toEqual({ status: 'out', user: null, reason: 'ended' })
  expect(localStorage.getItem('auth_token')).toBeNull()
  expect(localStorage.getItem(draft)).toBe('{"title":"Lobby"}')
})
