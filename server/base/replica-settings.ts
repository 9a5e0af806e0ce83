/** Settings of replicas: PostgreSQL servers that follow the database and answer reads that may be some seconds old. */
import { z } from 'zod'

const PLACE = /^[\w.:[\]-]+:\d{1,5}$/
const LAG_ERROR = 'must be a whole number from 1 to 60'

export const REPLICA_SETTINGS = {
  DATABASE_REPLICAS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((place) => place.trim())
        .filter((place) => place !== ''),
    )
    .refine((places) => places.every((place) => PLACE.test(place)), {
      error: 'must be hosts with ports, separated by commas, such as 10.0.0.6:5432,10.0.0.7:5432',
    })
    .default([]),
  REPLICA_LAG_SECONDS: z.coerce
    .number({ error: LAG_ERROR })
    .int({ error: LAG_ERROR })
    .min(1, { error: LAG_ERROR })
    .max(60, { error: LAG_ERROR })
    .default(5),
}

export type ReplicaSettings = {
  replicas: {
    /** Hosts with ports; the logins are those of the database. */
    places: readonly string[]
    /** A replica that is further behind is not asked. */
    lagMs: number
  }
}

export const readReplicas = (raw: z.infer<z.ZodObject<typeof REPLICA_SETTINGS>>): ReplicaSettings => ({
  replicas: { places: raw.DATABASE_REPLICAS, lagMs: raw.REPLICA_LAG_SECONDS * 1000 },
})
