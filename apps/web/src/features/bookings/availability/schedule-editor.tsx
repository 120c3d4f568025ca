import { listHourlyServices, readSchedule } from '@veranda/contract/bookings/routes.ts'
import { type Schedule } from '@veranda/contract/bookings/services/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useState } from 'react'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { TimeZoneSelect } from '../../../components/time/time-zone-select.tsx'
import { newServicePath } from '../services/hourly-service-list.tsx'
import { AbsenceList } from './absence-list.tsx'
import { DayOverrideList } from './day-override-list.tsx'
import { useSaveSchedule } from './use-save-schedule.ts'
import {
  toDraft,
  findRangeProblem,
  firstDraft,
  rangesOnWeekday,
  type ScheduleDraft,
  weekdays,
} from './schedule-draft.ts'
import styles from './schedule.module.css'
import { TravelList } from './travel-list.tsx'
import { WeeklyHours } from './weekly-hours.tsx'

/** Edits when the user can be booked: the week, single days, absences and travels. */
export function ScheduleEditor() {
  const t = useTranslations('bookings')
  const read = useRead(readSchedule)
  return (
    <QueryBoundary
      query={read}
      errorTitle={t('hours.failed')}
      skeleton={
        <Card>
          <SkeletonRows count={5} label={t('hours.loading')} />
        </Card>
      }
    >
      {(schedule) => <Editor schedule={schedule} />}
    </QueryBoundary>
  )
}

function Editor({ schedule }: { schedule: Schedule }) {
  const t = useTranslations('bookings')
  // The version that was read is kept with the draft, so that a change from elsewhere is detected.
  const [base, setBase] = useState(schedule)
  const [draft, setDraft] = useState<ScheduleDraft>(() => firstDraft(schedule))
  const save = useSaveSchedule()
  const lacksService = useRead(listHourlyServices).data?.items.length === 0
  const changed = JSON.stringify(draft) !== JSON.stringify(toDraft(base))
  const changedElsewhere = schedule.version !== base.version
  const reset = (next: Schedule) => {
    setBase(next)
    setDraft(toDraft(next))
    save.reset()
  }
  // The user has no unsaved changes to lose.
  if (changedElsewhere && !changed && !save.busy) reset(schedule)
  const invalid =
    weekdays.some((day) => findRangeProblem(rangesOnWeekday(draft, day))) ||
    draft.overrides.some(({ ranges }) => findRangeProblem(ranges) !== undefined)

  async function write() {
    const outcome = await save.run(draft, base.version)
    if (!outcome.ok) return
    reset(outcome.reply)
    snackbars.add({
      title: t('hours.saved'),
      tone: 'success',
      ...(lacksService && { text: t('hours.saved.no-service'), href: newServicePath }),
    })
  }

  return (
    <Stack gap={5}>
      {lacksService && (
        <Banner
          title={t('hours.no-service')}
          action={
            <Button size="small" href={newServicePath}>
              {t('service.add')}
            </Button>
          }
        >
          {t('hours.no-service.text')}
        </Banner>
      )}
      <Card title={t('hours.week')} padded>
        <Stack gap={4}>
          <Field label={t('hours.zone')} hint={t('hours.zone.hint')}>
            <TimeZoneSelect value={draft.timeZone} onChange={(timeZone) => setDraft({ ...draft, timeZone })} />
          </Field>
          <WeeklyHours draft={draft} onChange={setDraft} />
        </Stack>
      </Card>
      <Card title={t('overrides.title')} padded>
        <DayOverrideList draft={draft} onChange={setDraft} />
      </Card>
      <Card title={t('absences.title')} padded>
        <AbsenceList draft={draft} onChange={setDraft} />
      </Card>
      <Card title={t('travels.title')} padded>
        <TravelList draft={draft} onChange={setDraft} />
      </Card>
      {changed && (
        <div className={styles.save}>
          {changedElsewhere ? (
            <div role="status">
              <strong>{t('hours.stale')}</strong>
              <p className={styles.quiet}>{t('hours.stale.text')}</p>
            </div>
          ) : (
            <span>{t(base.version === 0 ? 'hours.proposed' : 'hours.unsaved')}</span>
          )}
          <Inline>
            <Button onClick={() => reset(schedule)}>{t(changedElsewhere ? 'hours.reload' : 'hours.discard')}</Button>
            <Button kind="filled" busy={save.busy} disabled={invalid || changedElsewhere} onClick={() => void write()}>
              {t('hours.save')}
            </Button>
          </Inline>
          {!save.stale && <ProblemBanner problem={save.problem} />}
        </div>
      )}
    </Stack>
  )
}
