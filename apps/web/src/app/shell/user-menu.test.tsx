import { cleanup, render, screen } from '@testing-library/react'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { UserMenu } from './user-menu.tsx'

beforeAll(() => loadTranslations('shell', 'common'))
afterEach(cleanup)

test('the avatar in the top bar has the colour and letter that the same user has everywhere else', async () => {
  sessionStore.set({
    status: 'in',
    user: {
      id: '0198c1de-0000-7000-8000-000000000001',
      firstName: 'Maya',
      name: 'Maya Torres',
      email: 'maya@example.test',
      role: 'client',
      avatar: null,
      createdAt: '2026-01-02T10:00:00.000Z',
      lastLogin: '2026-01-02T10:00:00.000Z',
      authProvider: 'email',
    },
  })
  render(
    <MemoryRouter>
      <Suspense>
        <UserMenu />
        <p data-testid="elsewhere">
          <Avatar name="Maya Torres" />
        </p>
      </Suspense>
    </MemoryRouter>,
  )
  const elsewhere = (await screen.findByTestId('elsewhere')).firstElementChild
  const inMenu = screen.getByRole('button', { name: /Maya/ }).firstElementChild
  expect([inMenu?.className, inMenu?.textContent]).toEqual([elsewhere?.className, 'M'])
})
