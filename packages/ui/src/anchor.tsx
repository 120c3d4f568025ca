import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  type Ref,
  use,
} from 'react'

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  ref?: Ref<HTMLAnchorElement> | undefined
}

function PlainAnchor(props: AnchorProps) {
  return <a {...props} />
}

const AnchorContext = createContext<ComponentType<AnchorProps>>(PlainAnchor)

/** Tells every primitive that leads somewhere which component moves the reader there (a router's link). */
export function AnchorProvider({
  component,
  children,
}: {
  component: ComponentType<AnchorProps>
  children: ReactNode
}) {
  return <AnchorContext value={component}>{children}</AnchorContext>
}

/** An unstyled link through the router that was provided, or a plain one. */
export function Anchor(props: AnchorProps) {
  return createElement(use(AnchorContext), props)
}
