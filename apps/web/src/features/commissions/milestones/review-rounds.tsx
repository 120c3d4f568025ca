import { addRound, requestRound } from '@veranda/contract/commissions/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProposeChangeOrderButton } from '../change-orders/change-order-history.tsx'
import { CommandProblem } from '../command-problem.tsx'
import styles from '../commissions.module.css'
import { projectUrl } from '../project-url.ts'
import { useProjectCommand } from '../use-project-command.ts'

type ReviewRoundsProps = { commission: Commission; milestone: Milestone }

/**
 * Says how many review rounds are used and, once all are, what the client can do before the version is approved
 * automatically.
 */
export function ReviewRounds({ commission, milestone }: ReviewRoundsProps) {
  const t = useTranslations('commissions')
  const { projectId, creator, client, viewerRole } = commission
  const { round, rounds, extraRounds, roundRequested, state, reviewEndsAt } = milestone
  if (state !== 'submitted' && extraRounds === 0) return null
  const agreed = rounds - extraRounds
  const used = t(extraRounds > 0 ? 'rounds.count.added' : 'rounds.count', {
    used: round,
    agreed,
    added: extraRounds,
    name: creator.name,
  })
  const areUsed = areRoundsUsed(milestone)
  if (!areUsed || viewerRole === 'creator') {
    return (
      <>
        <p className={styles.quiet}>{used}</p>
        {areUsed && roundRequested && <Banner icon="info" title={t('rounds.asked', { name: client.name })} />}
      </>
    )
  }
  return (
    <Banner icon="info" title={t('rounds-used', { count: rounds })}>
      <Stack gap={2}>
        {' '}
        <p>{used}</p>
        <p>
          <RichText
            text={t(roundRequested ? 'rounds-used.asked' : 'rounds-used.text', { name: creator.name })}
            parts={{
              by: () => (reviewEndsAt === null ? null : <Timestamp at={reviewEndsAt} show="moment" />),
              chat: (inner) => <Link href={projectUrl(projectId, 'chat')}>{inner}</Link>,
              support: (inner) => <Link href="/support">{inner}</Link>,
            }}
          />
        </p>
      </Stack>{' '}
    </Banner>
  )
}

const areRoundsUsed = ({ state, round, rounds }: Milestone) => state === 'submitted' && round >= rounds

/** Renders the buttons that add a review round, for the creator, or ask for one, for the client. */
export function ReviewRoundActions({ commission, milestone }: ReviewRoundsProps) {
  const t = useTranslations('commissions')
  const { actions, version: expected, id } = milestone
  const creator = commission.creator.name
  const add = useProjectCommand(addRound, () => void snackbars.add({ title: t('rounds.add.done'), tone: 'success' }))
  const ask = useProjectCommand(
    requestRound,
    () => void snackbars.add({ title: t('rounds.ask.done', { name: creator }), tone: 'success' }),
  )
  const call = { params: { id }, body: { expected } }
  return (
    <>
      {actions.includes('request-round') && (
        <Button wide busy={ask.busy} onClick={() => void ask.run(call)}>
          {t('rounds.ask', { name: creator })}
        </Button>
      )}
      {areRoundsUsed(milestone) && <ProposeChangeOrderButton commission={commission} milestoneId={id} />}
      {actions.includes('add-round') && (
        <Button
          wide
          kind={milestone.roundRequested ? 'filled' : 'quiet'}
          busy={add.busy}
          onClick={() => void add.run(call)}
        >
          {t('rounds.add')}
        </Button>
      )}
      <CommandProblem
        problem={add.problem ?? ask.problem}
        staleText={t('stale.milestone', { state: t(`milestone.${milestone.state}`) })}
      />
    </>
  )
}
