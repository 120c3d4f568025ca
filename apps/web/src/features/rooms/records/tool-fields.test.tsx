import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ToolsRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { defaultTools } from '@veranda/core/rooms/records/inspection-tools.ts'
import { type RecordChange, type WriteRecord } from './record-changes.ts'
import { ToolFields } from './tool-fields.tsx'

beforeAll(() => loadTranslations('rooms'))
afterEach(cleanup)

test('the section can keep either side, and keeps it across a change of axis', () => {
  // Only the tools are written here, so a narrower `write` is enough.
  let tools: ToolsRecord = { ...defaultTools, section: { axis: 'y', at: 0.4, turned: false } }
  const write = async (_key: string, change: RecordChange<'tools'>) => {
    const made = typeof change === 'function' ? change(tools) : change
    if (made) tools = made
    return true
  }
  const { rerender } = render(<ToolFields tools={tools} write={write as unknown as WriteRecord} />)
  fireEvent.click(screen.getByRole('switch', { name: 'Other side' }))
  expect(tools.section).toEqual({ axis: 'y', at: 0.4, turned: true })
  rerender(<ToolFields tools={tools} write={write as unknown as WriteRecord} />)
  fireEvent.change(screen.getByLabelText('Section'), { target: { value: 'x' } })
  expect(tools.section).toEqual({ axis: 'x', at: 0.4, turned: true })
  rerender(<ToolFields tools={{ ...tools, section: null }} write={write as unknown as WriteRecord} />)
  expect(screen.queryByRole('switch', { name: 'Other side' })).toBeNull()
})
