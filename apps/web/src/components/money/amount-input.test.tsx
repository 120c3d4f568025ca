import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { languageStore } from '../../lib/i18n/language.ts'
import { AmountInput } from './amount-input.tsx'

afterEach(() => {
  cleanup()
  languageStore.set('en')
})

function Form() {
  const [text, setText] = useState('')
  return <AmountInput aria-label="Price" value={text} onChange={setText} currency="KWD" />
}

test('an amount stays the same when the language changes, which would read its figures as another one, and stays as typed without a separator', () => {
  render(<Form />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  fireEvent.change(field, { target: { value: '1.500' } })
  act(() => languageStore.set('de'))
  expect(field.value).toBe('1,500')
  fireEvent.change(field, { target: { value: '1234' } })
  act(() => languageStore.set('en'))
  expect(field.value).toBe('1234')
  fireEvent.change(field, { target: { value: 'some' } })
  act(() => languageStore.set('fr'))
  expect(field.value).toBe('some')
})
