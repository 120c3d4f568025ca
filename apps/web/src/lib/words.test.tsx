import { cleanup, render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useWords } from './words.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Speaker() {
  const [mood] = useState('ready')
  const m = useWords('messages')
  const t = useWords('talent')
  const c = useWords('common')
  return <p>{[mood, m('send'), t('portfolio'), c('cancel')].join(' ')}</p>
}

test('a screen that waited for the words of several areas goes on without a word of React', async () => {
  const complaint = vi.spyOn(console, 'error')
  render(
    <Suspense fallback={<p>waiting</p>}>
      <Speaker />
    </Suspense>,
  )
  expect(await screen.findByText(/^ready Send/)).toBeTruthy()
  expect(complaint).not.toHaveBeenCalled()
})
