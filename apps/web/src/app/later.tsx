import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { type IconName } from '@veranda/ui/icon-paths.ts'
import { type KeyOf } from '@veranda/words/words.ts'
import { useWords } from '../lib/words.ts'
import { TabTitle } from '../parts/page.tsx'

type Step = { href: string; label: KeyOf<'later'> }

export type LaterProps = {
  icon: IconName
  name: KeyOf<'shell'>
  title: KeyOf<'later'>
  text: KeyOf<'later'>
  steps: readonly [Step, ...Step[]]
}

/** A screen that is not built: says what will be here, and leads to where one can go on. */
export function Later({ icon, name, title, text, steps }: LaterProps) {
  const t = useWords('later')
  const s = useWords('shell')
  return (
    <>
      <TabTitle>{s(name)}</TabTitle>
      <Card>
        <EmptyState
          level={1}
          icon={icon}
          title={t(title)}
          text={t(text)}
          actions={steps.map((step, index) => (
            <Button key={step.href} kind={index === 0 ? 'filled' : 'plain'} href={step.href}>
              {t(step.label)}
            </Button>
          ))}
        />
      </Card>
    </>
  )
}
