import path from 'node:path'

export interface NodePorts {
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

/** Time in seconds after which the others replace a primary that does not renew its key. 20 is Patroni's minimum. */
const ttl = 20

/**
 * Returns the configuration of one node. A commit is acknowledged only after a second node has it, in every state of
 * the cluster (`synchronous_mode_strict`): nothing acknowledged is lost with one machine.
 */
export function patroniConfig({ name, folder, postgresFolder, ports, password }: NodeOptions): object {
  return {
    scope: 'formlotse',
    name,
    log: { level: 'WARNING' },
    restapi: {
      listen: `127.0.0.1:${ports.rest}`,
      connect_address: `127.0.0.1:${ports.rest}`,
    },
    // Without `use_proxies`, Patroni would ask etcd for its own address and pass by the link to it.
    etcd3: { host: `127.0.0.1:${ports.etcd}`, use_proxies: true },
    bootstrap: {
      dcs: {
        ttl,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        // A primary that has crashed is replaced at once, instead of being restarted.
        master_start_timeout: 0,
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 100,
            shared_buffers: '64MB',
            // The standbys notice within this time that the primary is silent, and the primary that they are.
            wal_receiver_timeout: '10s',
            wal_sender_timeout: '10s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${ports.postgres}`,
      connect_address: `127.0.0.1:${ports.postgresForNodes}`,
      data_dir: path.join(folder, 'data'),
      bin_dir: postgresFolder,
      pgpass: path.join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewind', password },
      },
      parameters: { unix_socket_directories: '', log_min_messages: 'fatal' },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
  }
}
