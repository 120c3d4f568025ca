import { Split } from '@veranda/ui/layout.tsx'
import { ScheduleEditor } from '../../features/bookings/availability/schedule-editor.tsx'
import { HourlyServiceList } from '../../features/bookings/services/hourly-service-list.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Section } from '../../components/page/section.tsx'

/** Shows a creator's schedule and hourly services. */
export function Availability() {
  const t = useTranslations('bookings')
  return (
    <Split>
      <Section title={t('hours.title')}>
        <ScheduleEditor />
      </Section>
      <Section title={t('service.heading')}>
        <HourlyServiceList />
      </Section>
    </Split>
  )
}
