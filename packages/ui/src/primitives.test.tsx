import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { LabelsProvider } from './labels.tsx'
import { Rating } from './rating.tsx'
import { Tabs } from './tabs.tsx'
import { TextInput } from './text-input.tsx'
import { Avatar } from './avatar.tsx'

const labels = {
  close: 'Close',
  dismiss: 'Dismiss',
  busy: 'Working on it',
  optional: 'optional',
  remove: 'Remove',
}

afterEach(cleanup)

test('a busy button keeps its name and focus and ignores clicks', async () => {
  const press = vi.fn()
  render(
    <LabelsProvider labels={labels}>
      <Button busy onClick={press}>
        Save
      </Button>
    </LabelsProvider>,
  )
  const button = screen.getByRole('button', { name: /Save/ })
  await userEvent.click(button)
  expect(press).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
})

test('a button with an href is a link', () => {
  render(<Button href="/projects">Open</Button>)
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/projects')
})

test('an input in a field has its label, and its error as description', () => {
  render(
    <Field label="Title" error="Give it a title.">
      <TextInput />
    </Field>,
  )
  const input = screen.getByLabelText('Title')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Give it a title.')
})

function SomeTabs() {
  const [current, setCurrent] = useState<'a' | 'b' | 'c'>('a')
  const tabs = (['a', 'b', 'c'] as const).map((id) => ({ id, label: id }))
  return (
    <Tabs label="Parts" tabs={tabs} current={current} onChange={setCurrent}>
      {`panel ${current}`}
    </Tabs>
  )
}

test('arrow keys move through tabs and wrap around', async () => {
  render(<SomeTabs />)
  await userEvent.click(screen.getByRole('tab', { name: 'a' }))
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel').textContent).toBe('panel b')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(screen.getByRole('tabpanel').textContent).toBe('panel c')
  expect(document.activeElement?.textContent).toBe('c')
})

test('four of five stars are lit, however wide the row is, and part of a star for a fraction', () => {
  const litWidths = (value: number) => {
    render(<Rating value={value} label={String(value)} />)
    const stars = [...screen.getByRole('img', { name: String(value) }).children]
    return stars.map((star) => star.querySelector<HTMLElement>(':scope > span')?.style.inlineSize)
  }
  expect(litWidths(4)).toEqual(['100%', '100%', '100%', '100%', undefined])
  expect(litWidths(2.5)).toEqual(['100%', '100%', '50%', undefined, undefined])
})

test('a rating is read out by its label', () => {
  render(<Rating value={4.6} label="4.6 out of 5" />)
  expect(screen.getByRole('img', { name: '4.6 out of 5' })).toBeTruthy()
})

test('an avatar shows the letter for a picture that cannot be read, and the next picture again', () => {
  const sources = (root: HTMLElement) => [...root.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  const { container, rerender } = render(<Avatar name="Maya" src="/gone" />)
  for (const image of container.querySelectorAll('img')) fireEvent.error(image)
  expect([sources(container), container.textContent]).toEqual([[], 'M'])
  rerender(<Avatar name="Maya" src="/new" />)
  expect(sources(container)).toEqual(['/new'])
})

test.each([
  ['山田太郎', '山'],
  ['أحمد', 'أ'],
  ['e\u0301lise', 'E\u0301'],
  ['👩\u200d🚀 Ana', '👩\u200d🚀'],
  [' ', '·'],
])('the letter of %s is a whole character', (name, letter) => {
  const { container } = render(<Avatar name={name} />)
  expect(container.textContent).toBe(letter)
})
