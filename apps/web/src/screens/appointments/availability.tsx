import { Split } from '@veranda/ui/layout.tsx'
import { ScheduleEditor } from '../../features/bookings/schedule-editor.tsx'
import { SessionList } from '../../features/bookings/session-list.tsx'
import { useWords } from '../../lib/words.ts'
import { Section } from '../../parts/section.tsx'

/** What a creator offers to book, and when. */
export function Availability() {
  const t = useWords('bookings')
  return (
    <Split>
      <Section title={t('hours.title')}>
        <ScheduleEditor />
      </Section>
      <Section title={t('service.heading')}>
        <SessionList />
      </Section>
    </Split>
  )
}
