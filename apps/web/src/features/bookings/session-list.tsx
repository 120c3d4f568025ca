import { listSessions, removeSession } from '@veranda/contract/bookings/routes.ts'
import { type Session } from '@veranda/contract/bookings/session-schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { Reading } from '../../parts/reading.tsx'
import { SessionEditor } from './session-editor.tsx'

/** What one offers to book, with the way to change each and to add one. */
export function SessionList() {
  const t = useWords('bookings')
  const read = useRead(listSessions)
  return (
    <Reading
      of={read}
      failed={t('service.failed')}
      shape={
        <Card>
          <SkeletonRows count={2} label={t('service.loading')} />
        </Card>
      }
    >
      {({ items }) => <Sessions items={items} />}
    </Reading>
  )
}

function Sessions({ items }: { items: readonly Session[] }) {
  const t = useWords('bookings')
  const [open, setOpen] = useState<string>()
  const [removing, setRemoving] = useState<Session>()
  const edited = items.find(({ id }) => id === open)
  if (open !== undefined && (open === 'new' || edited)) {
    return (
      <Card padded title={t(edited ? 'service.edit.title' : 'service.new.title')}>
        <SessionEditor key={open} session={edited} onDone={() => setOpen(undefined)} />
      </Card>
    )
  }
  return (
    <Stack gap={3}>
      <Card>
        {items.length === 0 ? (
          <EmptyState
            compact
            level={3}
            icon="calendar"
            title={t('service.none')}
            text={t('service.none.text')}
            actions={
              <Button icon="plus" onClick={() => setOpen('new')}>
                {t('service.add')}
              </Button>
            }
          />
        ) : (
          <Rows label={t('service.heading')}>
            {items.map((session) => (
              <Row
                key={session.id}
                wraps
                title={<bdi>{session.title}</bdi>}
                detail={
                  <>
                    <bdi>{t('offer.minutes', { count: session.minutes })}</bdi> ·{' '}
                    <bdi>{t(`offer.${session.confirmation}`)}</bdi>
                  </>
                }
                end={
                  <Line gap={1}>
                    {session.price ? <Amount money={session.price} /> : <span>{t('offer.free')}</span>}
                    <IconButton
                      size="small"
                      icon="edit"
                      label={t('service.edit', { title: session.title })}
                      onClick={() => setOpen(session.id)}
                    />
                    <IconButton
                      size="small"
                      icon="trash"
                      label={t('service.remove', { title: session.title })}
                      onClick={() => setRemoving(session)}
                    />
                  </Line>
                }
              />
            ))}
          </Rows>
        )}
      </Card>
      {items.length > 0 && (
        <div>
          <Button icon="plus" onClick={() => setOpen('new')}>
            {t('service.add')}
          </Button>
        </div>
      )}
      {removing && <RemoveDialog key={removing.id} session={removing} onClose={() => setRemoving(undefined)} />}
    </Stack>
  )
}

function RemoveDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const t = useWords('bookings')
  const c = useWords('common')
  const remove = useCommand(removeSession, { touches: [listSessions], onDone: onClose })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('service.remove', { title: session.title })}
      text={t('service.remove.text')}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="danger" busy={remove.busy} onClick={() => void remove.run({ params: { id: session.id } })}>
            {t('service.remove.do')}
          </Button>
        </>
      }
    >
      <ProblemBanner problem={remove.problem} />
    </Dialog>
  )
}
