/** The requests that our node sends in each case, for the probe in n8n and for the bare script. */
'use strict';

const JSON_TYPE = { Accept: 'application/json', 'Accept-Encoding': 'gzip, deflate' };
const JSON_HEADERS = { ...JSON_TYPE, 'Content-Type': 'application/json' };
const query = (parameters) =>
	Object.entries(parameters)
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
		.join('&');
const keyOf = (run, index) => `BENCH-${run}-${index}`;
const recordOf = (run, index) => ({
	external_key: keyOf(run, index),
	job_desc: `Bench Production ${index}`,
	cust_id: '27',
	job_type_no: 1,
});

/** Each function returns the requests of one run and a function that extracts the records from a response. */
const requestPlans = {
	list: ({ records, pageSize }) => ({
		requests: Array.from({ length: Math.ceil(records / pageSize) }, (_, page) => ({
			method: 'GET',
			path: `/JmJobList?${query({ Query: '{}', pageSize, page: page + 1, sort: '["job_no asc"]' })}`,
			headers: JSON_TYPE,
		})),
		recordsOf: ({ L }) => L,
	}),
	create: ({ records, perRequest }, run) => ({
		requests: Array.from({ length: Math.ceil(records / perRequest) }, (_, batch) => ({
			method: 'POST',
			path: '/JmJob',
			headers: JSON_HEADERS,
			body: JSON.stringify({ jm_job: Array.from({ length: perRequest }, (_, index) => recordOf(run, batch * perRequest + index)) }),
		})),
		recordsOf: (body) => body.jm_job.records,
	}),
	lookUp: ({ records, perRequest }) => ({
		requests: Array.from({ length: Math.ceil(records / perRequest) }, (_, batch) => ({
			method: 'GET',
			path: `/JmJobList?${query({ Query: JSON.stringify({ external_key: { $in: Array.from({ length: perRequest }, (_, index) => `VOL-${1 + batch * perRequest + index}`) } }), pageSize: 500, page: 1, sort: '["job_no asc"]' })}`,
			headers: JSON_TYPE,
		})),
		recordsOf: ({ L }) => L,
	}),
	upsert: ({ records }) => ({
		requests: Array.from({ length: records }, (_, index) => {
			const key = `VOL-${index + 1}`;
			return {
				method: 'PUT',
				path: `/JmJob/external_key=${key}`,
				headers: { ...JSON_TYPE, 'Content-Type': 'application/json-patch+json' },
				body: JSON.stringify({
					jm_job: [
						{ job_no: { external_key: key }, external_key: key, job_desc: `Bench Production ${index}`, cust_id: '27', job_type_no: 1 },
					],
				}),
			};
		}),
		recordsOf: () => [{ ok: true }],
	}),
	get: ({ records, keys }) => ({
		requests: Array.from({ length: records }, (_, index) => ({
			method: 'GET',
			path: `/JmJob/job_no=${1 + (index % keys)}`,
			headers: JSON_TYPE,
		})),
		recordsOf: ({ jm_job: rows }) => rows,
	}),
};

module.exports = { JSON_HEADERS, requestPlans };
