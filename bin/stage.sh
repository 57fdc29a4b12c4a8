# Functions for an operator's shell. In bash, in a clone, with credentials and AWS_REGION: . bin/stage.sh ochre-production
STACK=${1:?Name a stack, such as ochre-production}
# A command of operators on the stage: ops redrive --dry-run
ops() { npm run --silent ops -- "$@" --stack "$STACK"; }
# An output of the stack: output Commit
output() { aws cloudformation describe-stacks --stack-name "$STACK" \
  --query "Stacks[0].Outputs[?OutputKey=='$1'].OutputValue" --output text; }
# Physical ids by type and a part of the logical id: resources AWS::SQS::Queue UnsentMails
resources() { aws cloudformation list-stack-resources --stack-name "$STACK" --output text \
  --query "StackResourceSummaries[?ResourceType=='$1' && contains(LogicalResourceId, '$2')].PhysicalResourceId"; }
# A function's warnings, errors, timeouts and lack of memory: lines auth, lines auth 3h
ENDED='$.record.status = "timeout" || $.record.status = "error" || $.record.status = "failure"'
lines() { for GROUP in $(resources AWS::Logs::LogGroup "$(tr -d - <<<"$1")Logs"); do
  aws logs tail "$GROUP" --since "${2:-1h}" --filter-pattern '{ $.level = "ERROR" || $.level = "WARN" || '"$ENDED }"; done; }
# The API's access log: access '$.status = 5*', access '$.status = 429' 3h | routes
access() { aws logs tail "$(resources AWS::Logs::LogGroup ApiAccessLogs)" --since "${2:-1h}" --filter-pattern "{ $1 }"; }
routes() { grep -o '"route":"[^"]*"' | sort | uniq -c | sort -rn | head; }
# Runs a query of CloudWatch Logs Insights: run_query '14 days' 'filter …' group…
run_query() {
  RUN=$(aws logs start-query --start-time "$(date -ud "-$1" +%s)" --end-time "$(date +%s)" \
    --query-string "$2" --log-group-names "${@:3}" --query queryId --output text)
  sleep 10; aws logs get-query-results --query-id "$RUN" --query 'results[].[[].value]' --output text
}
# A saved query with an id in it, over two weeks: query "Way of a mail" 0198f3a1-…
query() {
  SAVED=$(aws logs describe-query-definitions --query-definition-name-prefix "$STACK/$1" --output json)
  run_query '14 days' "$(jq -r '.queryDefinitions[0].queryString' <<<"$SAVED" | sed "s/ID/${2:-ID}/g")" \
    $(jq -r '.queryDefinitions[0].logGroupNames[]' <<<"$SAVED")
}
# Routes with calls of more than five seconds within an hour: how many, and the slowest in milliseconds
slow_calls() { run_query '1 hour' 'filter latency > 5000 | stats count(*) as calls, max(latency) as slowest by route | sort calls desc' \
  "$(resources AWS::Logs::LogGroup ApiAccessLogs)"; }
# Each function, queue or table for which an alarm rings: ringing calls-fail
ringing() { aws cloudwatch describe-alarm-contributors --alarm-name "$STACK $1" \
  --query "AlarmContributors[].[ContributorAttributes, StateReason]" --output text; }
# A metric by five minutes: metric AWS/SES Reputation.BounceRate Average
metric() { aws cloudwatch get-metric-statistics --namespace "$1" --metric-name "$2" --statistics "$3" --period 300 \
  --start-time "$(date -ud '-3 hours' +%FT%TZ)" --end-time "$(date -u +%FT%TZ)" ${4:+--dimensions "${@:4}"} \
  --query "sort_by(Datapoints, &Timestamp)[].[Timestamp, $3]" --output text; }
# CloudFront's rate of 5xx, and errors and throttles of its functions; rates by single status cost a fee
edge() { AWS_REGION=us-east-1 metric AWS/CloudFront "$@" Name=Region,Value=Global; }
edge_errors() {
  edge 5xxErrorRate Average Name=DistributionId,Value="$(output DistributionId)"
  for FUNCTION in $(resources AWS::CloudFront::Function ''); do for METRIC in FunctionExecutionErrors FunctionThrottles; do
    echo "$METRIC ${FUNCTION##*/}"; edge "$METRIC" Sum Name=FunctionName,Value="${FUNCTION##*/}"; done; done
}
# What a visitor gets from home page and search, the probes of both, and the distribution's state
probe_site() {
  curl -sS -w '%{http_code} %{errormsg}\n' -o /dev/null "$(output SiteOrigin)" -o /dev/null "$(output SiteOrigin)/api/search?q=a"
  aws route53 list-health-checks --output text --query "HealthChecks[].[Id, HealthCheckConfig.FullyQualifiedDomainName,
    HealthCheckConfig.ResourcePath, HealthCheckConfig.Disabled]"
  aws cloudfront get-distribution --id "$(output DistributionId)" --query Distribution.Status
}
# The site's certificate, as CERTIFICATE: type, end, why a renewal waits, the record that proves the domain; then that record in DNS
certificate() {
  CERTIFICATE=$(aws cloudfront get-distribution-config --id "$(output DistributionId)" \
    --query DistributionConfig.ViewerCertificate.ACMCertificateArn --output text)
  aws acm describe-certificate --region us-east-1 --certificate-arn "$CERTIFICATE" \
    --query "Certificate.[Type, Status, NotAfter, InUseBy, RenewalSummary, DomainValidationOptions[].ResourceRecord]"
  dig +short CNAME "$(aws acm describe-certificate --region us-east-1 --certificate-arn "$CERTIFICATE" --output text \
    --query "Certificate.DomainValidationOptions[0].ResourceRecord.Name")"
}
# What the firewall refused in half an hour: rule, address, country. Paths and queries aren't logged: they may hold tokens
firewall_refusals() {
  aws logs filter-log-events --region us-east-1 --log-group-name "aws-waf-logs-$STACK" \
    --start-time "$(date -ud '-30 minutes' +%s)000" --query 'events[].message' --output text |
    jq -r '[.terminatingRuleId, (.ruleGroupList[]?.terminatingRule.ruleId // empty), .httpRequest.clientIp, .httpRequest.country] | @tsv' |
    sort | uniq -c | sort -rn | head -20
}
# Which keys of the table or of an index DynamoDB throttles, for a fee by event: throttled_keys ENABLE, minutes later
# throttled_keys, then throttled_keys DISABLE; throttled_keys ENABLE byOwner-v2, throttled_keys "" byOwner-v2
throttled_keys() {
  OF=(--table-name "$(output TableName)" ${2:+--index-name "$2"})
  if [[ $1 ]]; then
    aws dynamodb update-contributor-insights "${OF[@]}" --contributor-insights-action "$1" \
      $([[ $1 == ENABLE ]] && echo "--contributor-insights-mode THROTTLED_KEYS")
    return
  fi
  for RULE in $(aws dynamodb describe-contributor-insights "${OF[@]}" --query ContributorInsightsRuleList --output text); do
    aws cloudwatch get-insight-rule-report --rule-name "$RULE" --max-contributor-count 10 --period 300 \
      --start-time "$(date -ud '-30 minutes' +%FT%TZ)" --end-time "$(date -u +%FT%TZ)"; done
}
# Rules that call the scheduled functions, and whether they are enabled
sweep_rules() { for RULE in $(resources AWS::Events::Rule Sweeps); do
  aws events describe-rule --name "$RULE" --query "[Name, State]"; done; }
# Enables these rules and calls each function once
run_sweeps() {
  for RULE in $(resources AWS::Events::Rule Sweeps); do aws events enable-rule --name "$RULE"; done
  for FUNCTION in $(resources AWS::Lambda::Function expireintentsFunction) \
    $(resources AWS::Lambda::Function settleordersFunction) $(resources AWS::Lambda::Function publishannouncementsFunction); do
    aws lambda invoke --function-name "$FUNCTION" /dev/stdout; done
}
# Rings the alarm "Pages fail" until it is evaluated again
ring_page() { for PART in 5m 60m; do aws cloudwatch set-alarm-state --state-value ALARM --state-reason Trial \
  --alarm-name "$STACK pages-fail $PART"; done; }
# Makes what one picture lacks: make_previews licensed <id> those without watermark, make_previews look <id> the hash by which copies are recognized
make_previews() { aws lambda invoke --function-name "$(output ProcessUpload)" --invocation-type Event --cli-binary-format raw-in-base64-out \
  --payload "{\"mediaId\":\"$2\",\"make\":\"$1\"}" /dev/null; }
# Asks AWS for a higher quota: raise_quota lambda L-B99A9384 5000
raise_quota() { aws service-quotas request-service-quota-increase --service-code "$1" --quota-code "$2" --desired-value "$3"; }
# Blocks an address, or lets it back: block_address 203.0.113.7/32, block_address 203.0.113.7/32 del
block_address() {
  VERSION=ipv4; case "$1" in *:*) VERSION=ipv6 ;; esac
  SET=$(aws wafv2 list-ip-sets --scope CLOUDFRONT --region us-east-1 --output json |
    jq -r --arg name "$STACK-blocked-$VERSION" '.IPSets[] | select(.Name == $name) | .Id')
  WAF="--scope CLOUDFRONT --region us-east-1 --name $STACK-blocked-$VERSION --id $SET"
  aws wafv2 get-ip-set $WAF --output json | jq --arg one "$1" --arg how "${2:-add}" '{LockToken,
    Addresses: (.IPSet.Addresses - [$one] + (if $how == "add" then [$one] else [] end))}' |
    aws wafv2 update-ip-set $WAF --cli-input-json file:///dev/stdin
}
# What failed in the stack's changes, the last first, and what CodeDeploy refused
failed_changes() {
  aws cloudformation describe-stack-events --stack-name "$STACK" --output text \
    --query "StackEvents[?contains(ResourceStatus, 'FAILED')].[Timestamp, LogicalResourceId, ResourceStatusReason]" | head -20
  aws deploy list-deployments --include-only-statuses Failed Stopped --query "deployments[:5]" --output text |
    xargs -n1 aws deploy get-deployment --query "deploymentInfo.[deploymentGroupName,errorInformation.message]" --deployment-id
}
# The account's dearest days and services of two weeks
costs() {
  aws ce get-cost-and-usage --time-period Start="$(date -ud '-14 days' +%F),End=$(date -u +%F)" --granularity DAILY \
    --metrics UnblendedCost --group-by Type=DIMENSION,Key=SERVICE --output json | jq -r '.ResultsByTime[] |
    .TimePeriod.Start as $day | .Groups[] | [$day, .Keys[0], .Metrics.UnblendedCost.Amount] | @tsv' | sort -k3 -t$'\t' -rn | head -20
}
# Makes Stripe's three endpoints for the stage, and stores their secrets with STRIPE_SECRET_KEY
endpoint() { curl -s https://api.stripe.com/v1/webhook_endpoints -u "$STRIPE_SECRET_KEY:" -d url="$(output StripeWebhook)" \
  -d api_version=2026-10-28.endive "$@" | jq -r .secret; }
create_webhooks() {
  OWN=$(endpoint $(printf ' -d enabled_events[]=%s' $(output StripeEvents)))
  CONNECT=$(endpoint -d connect=true $(printf ' -d enabled_events[]=%s' $(output StripeConnectEvents)))
  ACCOUNTS=$(jq -n --arg url "$(output StripeWebhook)" --arg events "$(output StripeAccountEvents)" '{name: "Ochre", type: "webhook_endpoint",
    event_payload: "thin", events_from: ["@self", "@accounts"], enabled_events: ($events | split(" ")),
    webhook_endpoint: {url: $url}, include: ["webhook_endpoint.signing_secret"]}' |
    curl -s https://api.stripe.com/v2/core/event_destinations -u "$STRIPE_SECRET_KEY:" \
    -H "Stripe-Version: 2026-10-28.endive" --json @- | jq -r .webhook_endpoint.signing_secret)
  printf '{"secretKey":"%s","webhookSecret":"%s","connectWebhookSecret":"%s","accountsWebhookSecret":"%s"}' \
    "$STRIPE_SECRET_KEY" "$OWN" "$CONNECT" "$ACCOUNTS" |
    ops rotate stripe
}
# Restores the table to a moment, as a new one that RESTORED names: restore_table 2026-11-21T09:00:00Z
name_restored() { MOMENT=$1 RESTORED=restored-$(date -u +%F-%H%M) && echo "RESTORED=$RESTORED MOMENT=$MOMENT"; }
restore_table() {
  name_restored "$1"
  aws dynamodb restore-table-to-point-in-time --source-table-name "$(output TableName)" \
    --target-table-name "ochre-$RESTORED" --restore-date-time "$MOMENT"
}
# Restores the last state of a deleted table; the moment is when it was deleted
restore_deleted_table() {
  name_restored "$1"
  BACKUP=$(aws dynamodb list-backups --backup-type SYSTEM --table-name "$(output TableName)" --output text \
    --query 'sort_by(BackupSummaries, &BackupCreationDateTime)[-1].BackupArn') &&
    aws dynamodb restore-table-from-backup --backup-arn "$BACKUP" --target-table-name "ochre-$RESTORED"
}
# Branches from the deployed commit; then waits until the table is active, for eight minutes at most, and prepares it
branch_restored() { git fetch && git switch -c "$RESTORED" "$(output Commit | sed 's/-dirty$//')" && npm ci; }
prepare_restored() { aws dynamodb wait table-exists --table-name "ochre-$RESTORED" &&
  ops restore prepare --table "ochre-$RESTORED"; }
# Commits and deploys restoredTable of lib/stacks/deployments.ts
adopt_restored() { grep -q "ochre-${RESTORED:?}" lib/stacks/deployments.ts && git commit -am "Adopt the restored table" &&
  npm run deploy -- -c "stage=${STACK#ochre-}"; }
# The commit deployed before; if the deployed one has uncommitted changes, it without them
before() { output Commit | sed -n 's/-dirty$//p' | grep . || output PreviousCommit; }
# urgent: CodeDeploy moves nothing while an alarm rings
deploy() { npm ci && npm run deploy -- -c "stage=${STACK#ochre-}" -c urgent=true; }
roll_back() { git fetch && git checkout "$(before)" && deploy; }
# The deployed commit on a branch: change, commit, push, deploy
branch() { git fetch && git checkout -b "mend-$(date +%s)" "$(output Commit | sed 's/-dirty$//')"; }
