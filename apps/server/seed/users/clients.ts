/** A user of the demo world who commissions work. The demo tour starts with the first one. */
export type ClientSeed = {
  readonly key: string
  readonly name: string
  readonly email: string
  readonly timeZone: string
  readonly about: string
}

export const clients = [
  {
    key: 'maya',
    name: 'Maya Torres',
    email: 'maya@veranda.example',
    timeZone: 'Europe/Lisbon',
    about: 'Furniture maker in Lisbon who shows her pieces at true scale',
  },
  {
    key: 'hana',
    name: 'Hana Weiss',
    email: 'hana@veranda.example',
    timeZone: 'Europe/Berlin',
    about: 'Theatre producer in Berlin, commissions stage sets',
  },
  {
    key: 'idris',
    name: 'Idris Bello',
    email: 'idris@veranda.example',
    timeZone: 'Africa/Lagos',
    about: 'Runs safety training for shipyards in Lagos',
  },
] as const satisfies readonly ClientSeed[]
export type ClientKey = (typeof clients)[number]['key']
