-- The counters of a day counted the events that the service wrote as received.
UPDATE daily_counters
SET count = greatest(0, count - CASE name WHEN 'robot' THEN written.robots ELSE written.events END)
FROM (
  SELECT
    to_char(to_timestamp(received_at / 1000.0) AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD') AS day,
    count(*) AS events,
    count(*) FILTER (WHERE (meta ->> 'bot')::boolean) AS robots
  FROM events
  WHERE type IN ('lapsed', 'paid', 'invoiced', 'amended', 'email_corrected', 'prepared', 'submitted', 'sent', 'failed', 'withdrawal_declared', 'withdrawal_revoked', 'withdrawal_declined', 'withdrawn', 'refunded', 'credited', 'converted', 'erased')
  GROUP BY 1
) AS written
WHERE written.day = daily_counters.day AND daily_counters.name IN ('received', 'stored', 'robot');
