import { copyFileSync } from 'node:fs'
import path from 'node:path'

interface NodePorts {
  postgres: number
  /** Port of the REST interface of Patroni. */
  rest: number
  /** Port under which the other nodes reach PostgreSQL. */
  postgresForNodes: number
  /** Port under which the node reaches etcd. */
  etcd: number
}

export interface NodeOptions {
  name: string
  folder: string
  postgresFolder: string
  ports: NodePorts
  password: string
}

/** Copies the common configuration into the folder of a node, whose user may not read this repository. */
export function copyConfig(folder: string): { yaml: string; createDatabase: string } {
  const [yaml, createDatabase] = ['patroni.yaml', 'create-database.sh'].map((name) => {
    const copy = path.join(folder, name)
    copyFileSync(path.join(import.meta.dirname, name), copy)
    return copy
  })
  return { yaml: yaml!, createDatabase: createDatabase! }
}

const local = (port: number) => `127.0.0.1:${port}`

/** Returns the environment variables with which Patroni runs one node. */
export function patroniEnv({
  name,
  folder,
  postgresFolder,
  ports,
  password,
}: NodeOptions): Record<string, string> {
  return {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: local(ports.rest),
    PATRONI_RESTAPI_CONNECT_ADDRESS: local(ports.rest),
    PATRONI_ETCD3_HOST: local(ports.etcd),
    // Otherwise Patroni would ask etcd for its own address and pass by the link to it.
    PATRONI_ETCD3_USE_PROXIES: 'true',
    PATRONI_POSTGRESQL_LISTEN: local(ports.postgres),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: local(ports.postgresForNodes),
    PATRONI_POSTGRESQL_DATA_DIR: path.join(folder, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: postgresFolder,
    PATRONI_POSTGRESQL_PGPASS: path.join(folder, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: password,
    PATRONI_REWIND_USERNAME: 'rewind',
    PATRONI_REWIND_PASSWORD: password,
    POSTGRES_PASSWORD: password,
  }
}
