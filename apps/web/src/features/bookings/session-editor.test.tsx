import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cache } from '../../lib/query.ts'
import { loadWords } from '../../lib/words.ts'
import { SessionEditor } from './session-editor.tsx'
import { show } from './testing.tsx'

beforeAll(() => loadWords('bookings', 'common', 'errors'))
afterEach(() => {
  cleanup()
  cache.clear()
})

const notice = async () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Latest booking/ })

test('the notice of a new service is two hours free and twelve paid, until somebody sets it', async () => {
  const user = userEvent.setup()
  show(<SessionEditor session={undefined} onDone={vi.fn()} />)
  expect((await notice()).value).toBe('2')
  await user.click(screen.getByRole('radio', { name: /^Paid/ }))
  expect((await notice()).value).toBe('12')
  await user.click(screen.getByRole('radio', { name: /^Free/ }))
  expect((await notice()).value).toBe('2')
  await user.clear(await notice())
  await user.type(await notice(), '6')
  await user.click(screen.getByRole('radio', { name: /^Paid/ }))
  expect((await notice()).value).toBe('6')
})
