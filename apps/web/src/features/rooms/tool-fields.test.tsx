import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ToolsRecord } from '@veranda/contract/rooms/records.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadWords } from '../../lib/words.ts'
import { type Change, plainTools, type Write } from './changes.ts'
import { ToolFields } from './tool-fields.tsx'

beforeAll(() => loadWords('rooms'))
afterEach(cleanup)

test('either side of a cut can be left standing, and stays so across another axis', () => {
  // Only the tools are written here, so a narrower `write` will do.
  let tools: ToolsRecord = { ...plainTools, section: { axis: 'y', at: 0.4, turned: false } }
  const write = async (_key: string, change: Change<'tools'>) => {
    const made = typeof change === 'function' ? change(tools) : change
    if (made) tools = made
    return true
  }
  const { rerender } = render(<ToolFields tools={tools} write={write as unknown as Write} />)
  fireEvent.click(screen.getByRole('switch', { name: 'The other side' }))
  expect(tools.section).toEqual({ axis: 'y', at: 0.4, turned: true })
  rerender(<ToolFields tools={tools} write={write as unknown as Write} />)
  fireEvent.change(screen.getByLabelText('Section'), { target: { value: 'x' } })
  expect(tools.section).toEqual({ axis: 'x', at: 0.4, turned: true })
  rerender(<ToolFields tools={{ ...tools, section: null }} write={write as unknown as Write} />)
  expect(screen.queryByRole('switch', { name: 'The other side' })).toBeNull()
})
