-- The counters of a day counted the events that the service wrote as received. Summer time in Berlin lasts from 1:00 UTC on
-- the last Sunday of March to 1:00 UTC on the last Sunday of October.
UPDATE daily_counters
SET count = max(0, count - CASE name WHEN 'robot' THEN written.robots ELSE written.events END)
FROM (
  SELECT
    date(received_at / 1000, 'unixepoch', CASE
      WHEN datetime(received_at / 1000, 'unixepoch') >= datetime(strftime('%Y-04-01', received_at / 1000, 'unixepoch'), 'weekday 0', '-7 days', '+1 hour')
        AND datetime(received_at / 1000, 'unixepoch') < datetime(strftime('%Y-11-01', received_at / 1000, 'unixepoch'), 'weekday 0', '-7 days', '+1 hour')
      THEN '+2 hours' ELSE '+1 hour' END) AS day,
    count(*) AS events,
    sum(coalesce(json_extract(meta, '$.bot'), 0)) AS robots
  FROM events
  WHERE type IN ('lapsed', 'paid', 'invoiced', 'amended', 'email_corrected', 'prepared', 'submitted', 'sent', 'failed', 'withdrawal_declared', 'withdrawal_revoked', 'withdrawal_declined', 'withdrawn', 'refunded', 'credited', 'converted', 'erased')
  GROUP BY 1
) AS written
WHERE written.day = daily_counters.day AND daily_counters.name IN ('received', 'stored', 'robot');
