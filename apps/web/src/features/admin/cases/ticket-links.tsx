import { linkTicket, readTicketAsAdmin, unlinkTicket } from '@veranda/contract/support/routes.ts'
import { type AdminTicket } from '@veranda/contract/support/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from '../admin.module.css'
import { lookUpPath } from '../admin-paths.ts'

type Link = AdminTicket['links'][number]

/** Returns the page of what is linked; a commission is shown with its project and has none of its own. */
function pageOf({ kind, objectId }: Link): string | undefined {
  return kind === 'commission' ? undefined : lookUpPath(kind, objectId)
}

/** Lists what a ticket is about, and links more by an address or an id. */
export function TicketLinks({ ticket }: { ticket: AdminTicket }) {
  const t = useTranslations('admin')
  const c = useTranslations('common')
  const [address, setAddress] = useState('')
  const options = { invalidates: [readTicketAsAdmin] }
  const link = useCommand(linkTicket, { ...options, onDone: () => setAddress('') })
  const unlink = useCommand(unlinkTicket, options)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void link.run({ params: { id: ticket.id }, body: { address } })
  }

  return (
    <Card padded title={t('link.title')}>
      <Stack gap={4}>
        {ticket.links.length > 0 && (
          <ul className={styles.links}>
            {ticket.links.map((one) => {
              const href = pageOf(one)
              const title = <bdi>{one.title}</bdi>
              return (
                <li key={one.id}>
                  <Inline justify="between">
                    <span>
                      <span className={styles.quiet}>{t(`link.${one.kind}`)}</span>{' '}
                      {href === undefined ? title : <Anchor href={href}>{title}</Anchor>}
                    </span>
                    <IconButton
                      icon="close"
                      label={`${c('remove')} ${one.title}`}
                      onClick={() => void unlink.run({ params: { id: ticket.id, linkId: one.id } })}
                    />
                  </Inline>
                </li>
              )
            })}
          </ul>
        )}
        <form onSubmit={submit}>
          <Stack gap={3}>
            <Field label={t('link.address')} hint={t('link.hint')} error={link.problem?.messageFor('address')}>
              <TextInput value={address} maxLength={500} onChange={(event) => setAddress(event.target.value)} />
            </Field>
            <div>
              <Button type="submit" busy={link.busy} disabled={address.trim() === ''}>
                {t('link.add')}
              </Button>
            </div>
          </Stack>
        </form>
        <ProblemBanner problem={unlink.problem} />
      </Stack>
    </Card>
  )
}
